// property: unreach-call
// expect: unknown
// engines: bmc
// Here the address goes from one number to another by tests alone.
#include <assert.h>
#include <stdint.h>

int x;

int main(void)
{
  uintptr_t a = (uintptr_t)&x, same = 0;
  for (int i = 0; i < 48; i++)
    if (a >> i & 1) same |= (uintptr_t)1 << i;
  *(int *)same = 1;
  assert(x == 0);
}
