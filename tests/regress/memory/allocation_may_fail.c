// property: valid-memsafety
// expect: unsafe
// options: --malloc-may-fail
// The program does not check whether there is memory.
#include <stdlib.h>

int main(void)
{
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  return 0;
}
