// property: valid-memsafety
// expect: unknown
// engines: explicit
// The only pointer to the second block lies in the bytes of the first, where it is not looked for.
#include <stdlib.h>
#include <string.h>

char *bytes;

int main(void)
{
  bytes = malloc(16);
  int *p = malloc(sizeof *p);
  *p = 1;
  memset(bytes, 0, 16);
  memcpy(bytes + 3, &p, sizeof p);
  return 0;
}
