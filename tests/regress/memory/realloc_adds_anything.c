// property: unreach-call
// expect: unsafe
// engines: explicit bmc auto
#include <assert.h>
#include <stdlib.h>

int main(void)
{
  int *p = calloc(2, sizeof *p);
  p = realloc(p, 400 * sizeof *p);
  assert(p[300] == 0);
  return 0;
}
