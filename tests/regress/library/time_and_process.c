// property: unreach-call
// expect: safe
// engines: auto bmc
// time writes what it returns; the number of the process stays.
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
  time_t a = 0, b = time(&a);
  assert(a == b);
  assert(getpid() == getpid() && getpid() > 0);
  return 0;
}
