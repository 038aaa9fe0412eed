// property: unreach-call no-deadlock
// expect: safe
// options: --data-model ILP32
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int x;
pthread_barrier_t b;
sem_t s;

void *worker(void *arg)
{
  sem_wait(&s);
  x++;
  sem_post(&s);
  pthread_barrier_wait(&b);
  assert(x == 2);
  return NULL;
}

int main(void)
{
  pthread_t t;
  sem_init(&s, 0, 1);
  pthread_barrier_init(&b, NULL, 2);
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
