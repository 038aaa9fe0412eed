// property: unreach-call
// expect: unsafe
// engines: auto explicit bmc
// A block that was freed need not be where the next one of the same place is.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
  uintptr_t before = 0;
  for (int i = 0; i < 2; i++) {
    int *p = malloc(sizeof *p);
    if (i) assert((uintptr_t)p == before);
    before = (uintptr_t)p;
    free(p);
  }
  return 0;
}
