// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <heddle/verifier.h>

int a[4];

int main(void)
{
  int i = heddle_int_range(0, 3), j = heddle_int_range(0, 3);
  a[i] = 5;
  a[j] = 2;
  assert(a[i] == 5);
  return 0;
}
