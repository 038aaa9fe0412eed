// property: valid-memsafety
// expect: unsafe
// engines: auto explicit
// The block is gone.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
  char *p = malloc(2);
  p[0] = 'a';
  p[1] = 0;
  
  free(p);
  printf("%s", p);
  return 0;
}
