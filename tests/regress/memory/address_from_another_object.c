// property: unreach-call
// expect: unsafe
// engines: auto bmc
#include <assert.h>
#include <stdint.h>

int x, y;

/* The write is to `y`, though the address is computed from that of `x`. */
int main(void)
{
  uintptr_t distance = (uintptr_t)&y - (uintptr_t)&x;
  int *p = (int *)((uintptr_t)&x + distance);
  *p = 5;
  assert(y != 5);
  return 0;
}
