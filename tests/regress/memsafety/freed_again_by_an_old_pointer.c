// property: valid-memsafety
// expect: unsafe
// engines: explicit bmc auto
#include <stdlib.h>

int main(void)
{
  int *old = NULL;
  for (int i = 0; i < 9; i++) {
    int *p = malloc(sizeof *p);
    if (i == 8)
      free(old);
    else
      free(p);
    old = p;
  }
  return 0;
}
