// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int count;
sem_t s;

void *worker(void *arg)
{
  sem_wait(&s);
  count++;
  sem_post(&s);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  sem_init(&s, 0, 1);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
  sem_destroy(&s);
  return 0;
}
