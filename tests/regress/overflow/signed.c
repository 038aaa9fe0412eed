// property: no-overflow
// expect: unsafe
#include <heddle/verifier.h>
#include <limits.h>

int main(void)
{
  int x = heddle_int_range(INT_MAX - 1, INT_MAX);
  x = x + 1;
  return 0;
}
