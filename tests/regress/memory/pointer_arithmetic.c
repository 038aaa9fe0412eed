// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <stddef.h>

int a[5];

int main(void)
{
  int *end = a + 5;
  int n = 0;
  for (int *p = a; p < end; p++) *p = n++;
  ptrdiff_t d = end - a;
  assert(d == 5 && end[-1] == 4 && *(a + 2) == 2);
  return 0;
}
