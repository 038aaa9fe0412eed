/* This takes long to decide: the number is a prime. */
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
  unsigned long long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), n = 1;
  if (x < 2 || y < 2 || x > 0x7fffffff || y > 0x7fffffff) return 0;
  while (__VERIFIER_nondet_uint()) n = x * y;
  assert(n != 1152921504606846883ULL);
  return 0;
}
