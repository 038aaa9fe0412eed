// property: no-overflow
// expect: unsafe
// The compiler has folded it.
#include <limits.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
  int x = 0;
  if (__VERIFIER_nondet_bool()) x = INT_MAX + 1;
  return x != 0;
}
