// property: valid-memsafety
// expect: safe
// main's own variables are there as long as main is.
#include <stdlib.h>

__thread int *own;

int main(void)
{
  own = malloc(sizeof *own);
  *own = 1;
  return 0;
}
