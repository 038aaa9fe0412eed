// property: valid-memsafety
// expect: unsafe
// engines: explicit bmc auto
#include <stdlib.h>

int main(void)
{
  char *p = malloc(0);
  if (p) *p = 1;
  free(p);
  return 0;
}
