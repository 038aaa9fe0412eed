// property: valid-memsafety
// expect: unknown
// engines: explicit
// Where exit is called, the locals of main may still point to what is allocated.
#include <stdlib.h>

int main(void)
{
  int *p = malloc(sizeof *p);
  *p = 1;
  exit(0);
}
