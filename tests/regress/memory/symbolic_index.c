// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <heddle/verifier.h>

int a[4];

int main(void)
{
  int i = heddle_int_range(0, 3), j = heddle_int_range(0, 3);
  a[i] = 5;
  a[j] += 2;
  assert(a[i] == (i == j ? 7 : 5));
  assert(a[j] == (i == j ? 7 : 2));
  return 0;
}
