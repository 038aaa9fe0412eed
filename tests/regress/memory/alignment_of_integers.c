// property: unreach-call
// expect: unsafe
// engines: auto bmc
// An integer need not lie at a multiple of sixteen.
#include <assert.h>
#include <stdint.h>

int x;

int main(void)
{
  assert((uintptr_t)&x % 16 == 0);
  return 0;
}
