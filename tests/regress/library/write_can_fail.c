// property: unreach-call
// expect: unsafe
// engines: auto explicit
// Not all is written, or nothing.
#include <assert.h>
#include <unistd.h>

int main(void)
{
  assert(write(1, "abc", 3) == 3);
  return 0;
}
