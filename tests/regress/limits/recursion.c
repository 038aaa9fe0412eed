// property: unreach-call
// expect: unknown
// Calls that are nested more than 64 deep.
#include <assert.h>

static int nest(int depth)
{
  return depth ? nest(depth - 1) + 1 : 0;
}

int main(void)
{
  assert(nest(100) != 100);
  return 0;
}
