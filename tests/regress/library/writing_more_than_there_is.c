// property: valid-memsafety
// expect: unsafe
// engines: auto explicit
// Three bytes of two.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
  char *p = malloc(2);
  p[0] = 'a';
  p[1] = 'b';
  if (write(1, p, 3) < 0) return 1;
  free(p);
  
  return 0;
}
