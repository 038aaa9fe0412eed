// property: no-data-race
// expect: safe
// engines: auto explicit
// Its twin.
#include <pthread.h>
#include <time.h>

struct timespec when;

void *writer(void *arg)
{
  when.tv_nsec = 1;
  return arg;
}

int main(void)
{
  pthread_t t;
  struct timespec own = {0, 1};
  pthread_create(&t, NULL, writer, NULL);
  nanosleep(&own, NULL);
  pthread_join(t, NULL);
  return 0;
}
