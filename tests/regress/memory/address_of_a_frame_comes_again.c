// property: unreach-call
// expect: unsafe
// engines: explicit bmc
// A local may lie where one of a call that is over was.
#include <assert.h>
#include <stdint.h>

static uintptr_t before;

static void leave(void)
{
  int here = 1;
  before = (uintptr_t)&here;
}

static void look(void)
{
  int here = 2;
  assert((uintptr_t)&here != before);
}

int main(void)
{
  leave();
  look();
  return 0;
}
