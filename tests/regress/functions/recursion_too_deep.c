// property: unreach-call
// expect: unknown
// options: --unwind 5
// Correct, but deeper than the bound: that is no proof.
#include <assert.h>

static unsigned depth(unsigned n)
{
  return n == 0 ? 0 : 1 + depth(n - 1);
}

int main(void)
{
  assert(depth(50) == 50);
  return 0;
}
