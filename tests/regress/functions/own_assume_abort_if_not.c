// property: unreach-call
// expect: unsafe
// engines: auto explicit
// A function of this name that the program defines does what its body says: this one aborts where it holds.
#include <assert.h>
#include <stdlib.h>

extern int heddle_nondet_int(void);

void assume_abort_if_not(int condition)
{
  if (condition) abort();
}

int main(void)
{
  int x = heddle_nondet_int();
  assume_abort_if_not(x == 8);
  assert(x == 8);
  return 0;
}
