// property: unreach-call
// expect: unsafe
// engines: auto explicit bmc
// The new block may be where the old one was.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
  int *p = malloc(sizeof *p);
  uintptr_t before = (uintptr_t)p;
  *p = 3;
  p = realloc(p, 2 * sizeof *p);
  assert(*p == 3);
  assert((uintptr_t)p != before);
  free(p);
  return 0;
}
