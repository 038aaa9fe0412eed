// property: unreach-call
// expect: safe
// engines: auto explicit
// The twin of own_assume_abort_if_not, with a result.
#include <assert.h>
#include <stdlib.h>

extern int heddle_nondet_int(void);

int assume_abort_if_not(int condition)
{
  if (!condition) abort();
  return 42;
}

int main(void)
{
  int x = heddle_nondet_int();
  int y = assume_abort_if_not(x == 8);
  assert(x == 8 && y == 42);
  return 0;
}
