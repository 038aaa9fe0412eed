// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <heddle/verifier.h>
#include <stdlib.h>

int main(void)
{
  int *a = calloc(4, sizeof *a);
  int i = heddle_int_range(0, 3);
  assert(a[i] == 0);
  a[i] = 1;
  assert(a[0] + a[1] + a[2] + a[3] == 1);
  free(a);
  return 0;
}
