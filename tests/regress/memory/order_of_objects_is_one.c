// property: unreach-call
// expect: safe
// engines: auto bmc
// Whatever the order of objects is, it is an order, and stays the same.
#include <assert.h>
#include <stdint.h>

int a, b, c;

int main(void)
{
  uintptr_t x = (uintptr_t)&a, y = (uintptr_t)&b, z = (uintptr_t)&c;
  assert((x < y) != (y < x));
  if (x < y && y < z) assert(x < z);
  return 0;
}
