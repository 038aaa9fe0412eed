// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <heddle/verifier.h>

static int odd(int n);
static int even(int n)
{
  return n == 0 ? 1 : odd(n - 1);
}
static int odd(int n)
{
  return n == 0 ? 0 : even(n - 1);
}

int main(void)
{
  assert(even(heddle_int_range(0, 3)));
  return 0;
}
