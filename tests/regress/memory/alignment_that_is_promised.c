// property: unreach-call
// expect: safe
// engines: auto bmc
// Types, _Alignas and allocators promise an alignment.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int x;
_Alignas(64) char line[3];

int main(void)
{
  char *p = malloc(3);
  assert((uintptr_t)&x % 4 == 0 && ((uintptr_t)line & 63) == 0 && (uintptr_t)p % 16 == 0);
  free(p);
  return 0;
}
