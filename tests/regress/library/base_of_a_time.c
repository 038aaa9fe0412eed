// property: unreach-call
// expect: safe
// timespec_get gives the base that it was given, or 0.
#include <assert.h>
#include <time.h>

int main(void)
{
  struct timespec now = {-1, -1};
  int base = timespec_get(&now, TIME_UTC);
  assert(base == TIME_UTC || base == 0);
  if (base) assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000 && now.tv_sec >= 0);
  return 0;
}
