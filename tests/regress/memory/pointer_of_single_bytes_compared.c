// property: unreach-call
// expect: unsafe
// engines: bmc
// An address put together from its bytes is the address.
#include <assert.h>
#include <stdint.h>

int x;

int main(void)
{
  uintptr_t a = (uintptr_t)&x, same = 0;
  for (int i = 0; i < 8; i++) same |= (a >> 8 * i & 0xff) << 8 * i;
  assert(same != (uintptr_t)&x);
}
