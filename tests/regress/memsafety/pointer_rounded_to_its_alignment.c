// property: valid-memsafety
// expect: safe
// engines: auto bmc
// A pointer that is rounded down to what its type is aligned to stays where it is.
#include <stdint.h>

int x;

int main(void)
{
  *(int *)((uintptr_t)&x >> 2 << 2) = 1;
  return 0;
}
