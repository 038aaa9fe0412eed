// property: valid-memsafety
// expect: safe
// engines: explicit bmc auto
#include <stdlib.h>

char *held;

int main(void)
{
  char *p = malloc(0);
  free(p);
  held = malloc(0);
  return 0;
}
