// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <time.h>

int main(void)
{
  struct timespec now;
  assert(timespec_get(&now, TIME_UTC) == 0);
  return 0;
}
