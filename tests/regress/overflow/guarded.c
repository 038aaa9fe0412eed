// property: no-overflow
// expect: safe
#include <heddle/verifier.h>
#include <limits.h>

int main(void)
{
  int x = heddle_int_range(INT_MAX - 3, INT_MAX);
  if (x < INT_MAX) x++;
  unsigned u = UINT_MAX;
  u++;
  short s = (short)heddle_int_range(SHRT_MAX - 1, SHRT_MAX);
  s++;
  return x > 0 && u == 0;
}
