// property: valid-memsafety
// expect: unsafe
// realloc may move the memory; the old pointer is not valid any more.
#include <stdlib.h>

int main(void)
{
  int *a = malloc(sizeof *a);
  *a = 1;
  int *b = realloc(a, 2 * sizeof *a);
  int r = *a;
  free(b);
  return r;
}
