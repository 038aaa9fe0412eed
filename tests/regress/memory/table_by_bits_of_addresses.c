// property: unreach-call
// expect: safe
// engines: bmc
// An index made of bits of an address is a number, and nothing is lost by that.
#include <assert.h>
#include <stdint.h>

int table[16], x;

int main(void)
{
  unsigned k = (uintptr_t)&x >> 4 & 15;
  table[k] = 5;
  assert(table[(uintptr_t)&x >> 4 & 15] == 5);
  table[k] = 0;
  for (int i = 0; i < 16; i++) assert(table[i] == 0);
}
