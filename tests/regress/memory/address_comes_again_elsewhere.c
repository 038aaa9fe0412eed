// property: unreach-call
// expect: unsafe
// engines: auto explicit bmc
// A block that was freed may be where the next one is, whatever place allocates that.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
  int *p = malloc(sizeof *p);
  uintptr_t before = (uintptr_t)p;
  free(p);
  long *q = malloc(sizeof *q);
  assert((uintptr_t)q != before);
  free(q);
  return 0;
}
