// property: unreach-call
// expect: unsafe
// engines: auto bmc
// Where one object ends, another one may begin.
#include <assert.h>

int a, b;

int main(void)
{
  int *p = &a + 1, *q = &b;
  assert(p != q);
  return 0;
}
