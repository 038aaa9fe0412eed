// property: valid-memsafety
// expect: unsafe
#include <heddle/verifier.h>

int x;

int main(void)
{
  int *p = heddle_nondet_bool() ? &x : (int *)0;
  *p = 1;
  return 0;
}
