// property: unreach-call
// expect: safe
// engines: auto bmc
// Objects do not overlap, and an array ends behind its last element.
#include <assert.h>

int a[4], b;

int main(void)
{
  int n = 0, *q = &b;
  for (int *p = a; p != a + 4; p++) n++;
  assert(n == 4 && &a[3] != q);
  return 0;
}
