// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>

static unsigned factorial(unsigned n)
{
  return n == 0 ? 1 : n * factorial(n - 1);
}

int main(void)
{
  assert(factorial(3) == 6);
  return 0;
}
