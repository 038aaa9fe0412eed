// property: unreach-call
// expect: safe
#include <heddle/verifier.h>

int main(void)
{
  int x = heddle_int_range(-2, 3);
  unsigned y = heddle_uint_range(10, 11);
  heddle_assert(x >= -2 && x <= 3);
  heddle_assert(y == 10 || y == 11);
  return 0;
}
