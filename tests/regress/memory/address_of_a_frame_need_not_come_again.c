// property: unreach-call
// expect: unsafe
// engines: explicit bmc
// Two calls at one place need not have their locals at one address.
#include <assert.h>
#include <stdint.h>

static uintptr_t before;

static void look(void)
{
  int here = 1;
  if (before) assert((uintptr_t)&here == before);
  before = (uintptr_t)&here;
}

int main(void)
{
  for (int i = 0; i < 2; i++) look();
  return 0;
}
