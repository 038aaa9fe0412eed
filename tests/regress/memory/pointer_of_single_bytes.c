// property: unreach-call
// expect: unknown
// engines: bmc
// An address put together from its bytes points where it did, or there is no answer: `safe` would be wrong.
#include <assert.h>
#include <stdint.h>

int x;

int main(void)
{
  uintptr_t a = (uintptr_t)&x, same = 0;
  for (int i = 0; i < 8; i++) same |= (a >> 8 * i & 0xff) << 8 * i;
  *(int *)same = 1;
  assert(x == 0);
}
