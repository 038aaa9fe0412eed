// property: no-data-race
// expect: safe
#include <pthread.h>

int x;
pthread_barrier_t b;

void *worker(void *arg)
{
  x = 1;
  pthread_barrier_wait(&b);
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_barrier_init(&b, NULL, 2);
  pthread_create(&t, NULL, worker, NULL);
  pthread_barrier_wait(&b);
  x = 2;
  pthread_join(t, NULL);
  return 0;
}
