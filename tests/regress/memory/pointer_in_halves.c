// property: unreach-call
// expect: safe
// engines: auto bmc
// A pointer that was taken apart and put together points where it did.
#include <assert.h>
#include <stdint.h>

int x, y;

int main(void)
{
  uintptr_t v = (uintptr_t)&x, mixed = (uintptr_t)&x ^ (uintptr_t)&y;
  uint32_t low = (uint32_t)v, high = (uint32_t)(v >> 32);
  *(int *)((uintptr_t)high << 32 | low) = 5;
  *(int *)(mixed ^ (uintptr_t)&x) = 6;
  assert(x == 5 && y == 6);
  return 0;
}
