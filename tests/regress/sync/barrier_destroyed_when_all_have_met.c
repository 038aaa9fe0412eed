// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <pthread.h>

pthread_barrier_t b;

void *t(void *a)
{
  pthread_barrier_wait(&b);
  return a;
}

int main(void)
{
  pthread_t x;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&x, 0, t, 0);
#ifndef MISUSE
  pthread_barrier_wait(&b);
#endif
  pthread_barrier_destroy(&b);
}
