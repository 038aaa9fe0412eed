// property: valid-memsafety
// expect: unsafe
// engines: auto bmc
// A pointer to an integer that is rounded down to a multiple of sixteen may leave it.
#include <stdint.h>

int x;

int main(void)
{
  *(int *)((uintptr_t)&x >> 4 << 4) = 1;
  return 0;
}
