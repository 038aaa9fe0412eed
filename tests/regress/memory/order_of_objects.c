// property: unreach-call
// expect: unsafe
// engines: auto bmc
// Which of two objects comes first is not known.
#include <assert.h>

int a, b;

int main(void)
{
  assert(&a < &b);
  return 0;
}
