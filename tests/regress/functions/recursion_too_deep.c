// property: unreach-call
// expect: unknown
// Correct, but deeper than any bound: that is no proof.
#include <assert.h>

static unsigned depth(unsigned n)
{
  return n == 0 ? 0 : 1 + depth(n - 1);
}

int main(void)
{
  assert(depth(200) == 200);
  return 0;
}
