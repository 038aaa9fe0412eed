// property: no-deadlock
// expect: unsafe
#include <pthread.h>

pthread_barrier_t b;

void *worker(void *arg)
{
  pthread_barrier_wait(&b);
  return NULL;
}

int main(void)
{
  pthread_t x, y;
  pthread_barrier_init(&b, NULL, 3);
  pthread_create(&x, NULL, worker, NULL);
  pthread_create(&y, NULL, worker, NULL);
  pthread_join(x, NULL);
  pthread_join(y, NULL);
  return 0;
}
