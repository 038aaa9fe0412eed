// property: valid-memsafety
// expect: unsafe
// engines: auto explicit
// puts goes on behind the block.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
  char *p = malloc(2);
  p[0] = 'a';
  p[1] = 'b';
  puts(p);
  free(p);
  
  return 0;
}
