// property: unreach-call
// expect: safe
#include <heddle/verifier.h>

int main(void)
{
  bool b = heddle_nondet_bool();
  signed char c = heddle_nondet_schar();
  unsigned char u = heddle_nondet_uchar();
  heddle_assert(b == 0 || b == 1);
  heddle_assert(c >= -128 && c <= 127);
  heddle_assert(u + 1 > 0);
  return 0;
}
