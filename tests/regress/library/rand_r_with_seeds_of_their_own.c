// property: no-data-race
// expect: safe
// engines: auto explicit
// Its twin.
#include <pthread.h>
#include <stdlib.h>

unsigned shared;

void *roll(void *arg)
{
  unsigned own = 1;
  rand_r(&own);
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
