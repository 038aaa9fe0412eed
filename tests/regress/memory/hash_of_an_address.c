// property: unreach-call
// expect: unsafe
// engines: auto bmc
// Two objects may have one place in a table.
#include <assert.h>
#include <stdint.h>

int x, y, table[8];

int main(void)
{
  unsigned g = ((uintptr_t)&x >> 4) % 8, h = ((uintptr_t)&y >> 4) % 8;
  table[g] = 1;
  table[h] = 2;
  assert(table[g] == 1);
  return 0;
}
