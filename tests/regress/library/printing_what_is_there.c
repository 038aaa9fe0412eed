// property: valid-memsafety
// expect: safe
// engines: auto explicit
// A text with its end, and two bytes of two.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
  char *p = malloc(2);
  p[0] = 'a';
  p[1] = 0;
  printf("%s", p); if (write(1, p, 2) < 0) p[0] = 1; perror(NULL);
  free(p);
  
  return 0;
}
