// property: unreach-call
// expect: unsafe
#include <heddle/verifier.h>

int main(void)
{
  int x = heddle_int_range(-2, 3), y = heddle_int_range(-2, 3);
  if (x == -2 && y == 3) heddle_error();
  return 0;
}
