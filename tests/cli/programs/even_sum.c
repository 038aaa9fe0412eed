#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  for (unsigned i = 0; i < n; i++) sum += 2;
  assert(sum % 2 == 0);
  return 0;
}
