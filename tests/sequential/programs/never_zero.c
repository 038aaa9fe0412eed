/* An odd number stays odd while it is changed by even ones, wrapping or not. */
#include "common.h"
int main(void)
{
  unsigned x = 1;
  while (__VERIFIER_nondet_uint() > 5) x += EVEN;
  assert(x != TARGET);
}
