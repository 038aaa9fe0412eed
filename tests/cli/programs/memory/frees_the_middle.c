#include <stdlib.h>
int main(void)
{
  char *p = malloc(10);
  if (!p) return 1;
  p++;
  free(p);
  return 0;
}
