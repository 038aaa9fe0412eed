// property: valid-memsafety
// expect: safe
#include <heddle/verifier.h>

int a[4];

int main(void)
{
  int i = heddle_int_range(0, 4);
  if (i < 4) a[i] = 1;
  return 0;
}
