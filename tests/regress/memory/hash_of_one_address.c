// property: unreach-call
// expect: safe
// engines: auto bmc
// The place of an object in a table is always the same, and in the table.
#include <assert.h>
#include <stdint.h>

int x, table[8];

int main(void)
{
  unsigned h = ((uintptr_t)&x >> 4) % 8;
  table[h] = 1;
  assert(table[((uintptr_t)&x >> 4) % 8] == 1);
  return 0;
}
