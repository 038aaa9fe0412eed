// property: no-deadlock
// expect: safe
// A thread that spins can always take a step.
#include <pthread.h>

volatile int never;

void *worker(void *arg)
{
  while (!never) continue;
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
