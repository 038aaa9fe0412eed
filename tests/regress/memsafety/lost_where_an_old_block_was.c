// property: valid-memsafety
// expect: unsafe
// engines: explicit bmc auto
#include <stdlib.h>

int *first;

/* What `first` points to is freed; the last block is lost, wherever it lies. */
int main(void)
{
  for (int i = 0; i < 9; i++) {
    int *p = malloc(sizeof *p);
    *p = i;
    if (!first) first = p;
    if (i < 8) free(p);
  }
  return 0;
}
