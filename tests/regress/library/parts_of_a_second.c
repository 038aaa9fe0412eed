// property: unreach-call
// expect: safe
// engines: auto bmc
// What a clock gives is a moment: its second part is less than a second.
#include <assert.h>
#include <sys/time.h>
#include <time.h>

int main(void)
{
  struct timespec now;
  struct timeval day;
  clock_gettime(CLOCK_MONOTONIC, &now);
  gettimeofday(&day, NULL);
  assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
  assert(day.tv_usec >= 0 && day.tv_usec < 1000000);
  return 0;
}
