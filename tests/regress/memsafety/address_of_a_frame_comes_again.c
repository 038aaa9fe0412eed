// property: valid-memsafety
// expect: unsafe
// engines: explicit bmc
// A pointer that compares equal to that of a local is not always one to it.
#include <stddef.h>

static int *kept;

static void leave(void)
{
  int here = 1;
  kept = &here;
}

static void use(void)
{
  int here = 2;
  if (kept == &here) *kept = 3;
}

int main(void)
{
  leave();
  use();
  return 0;
}
