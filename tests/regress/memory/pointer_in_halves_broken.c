// property: unreach-call
// expect: unsafe
// engines: auto bmc
// What is written through a pointer that was shifted there and back is found.
#include <assert.h>
#include <stdint.h>

int x;

int main(void)
{
  uintptr_t v = ~((uintptr_t)&x >> 2);
  *(int *)(~v << 2) = 5;
  assert(x != 5);
  return 0;
}
