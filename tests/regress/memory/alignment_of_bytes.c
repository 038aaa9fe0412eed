// property: unreach-call
// expect: unsafe
// engines: auto bmc
// An array of three bytes may lie at an even address.
#include <assert.h>
#include <stdint.h>

char c[3];

int main(void)
{
  assert((uintptr_t)c % 2 == 1);
  return 0;
}
