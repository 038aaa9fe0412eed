// property: unreach-call
// expect: unknown
// A part of an element, by an address that went through numbers: not followed, and not an invalid access.
#include <assert.h>
#include <stdint.h>

int x;

int main(void)
{
  uintptr_t a = ((uintptr_t)&x >> 1) << 1;
  *(char *)a = 5;
  assert(x != 5);
}
