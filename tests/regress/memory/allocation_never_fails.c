// property: valid-memsafety
// expect: safe
// Without the option there is always memory.
#include <stdlib.h>

int main(void)
{
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  return 0;
}
