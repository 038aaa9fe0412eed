// property: no-data-race
// expect: unsafe
// engines: auto explicit
// Two threads share a seed.
#include <pthread.h>
#include <stdlib.h>

unsigned shared;

void *roll(void *arg)
{
  unsigned own = 1;
  rand_r(&shared);
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, roll, NULL);
  rand_r(&shared);
  pthread_join(t, NULL);
  return 0;
}
