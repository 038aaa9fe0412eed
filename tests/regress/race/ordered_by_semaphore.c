// property: no-data-race
// expect: safe
#include <pthread.h>
#include <semaphore.h>

int x;
sem_t s;

void *worker(void *arg)
{
  x = 1;
  sem_post(&s);
  return NULL;
}

int main(void)
{
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  sem_wait(&s);
  x = 2;
  pthread_join(t, NULL);
  return 0;
}
