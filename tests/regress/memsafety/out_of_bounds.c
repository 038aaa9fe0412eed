// property: valid-memsafety
// expect: unsafe
#include <heddle/verifier.h>

int a[4];

int main(void)
{
  int i = heddle_int_range(0, 4);
  a[i] = 1;
  return 0;
}
