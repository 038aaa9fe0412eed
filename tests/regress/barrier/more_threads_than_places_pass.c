// property: no-deadlock
// expect: safe
#include <pthread.h>

pthread_barrier_t b;

void *worker(void *arg)
{
  pthread_barrier_wait(&b);
  return NULL;
}

int main(void)
{
  pthread_t t[4];
  pthread_barrier_init(&b, NULL, 2);
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  return 0;
}
