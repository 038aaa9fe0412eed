#include <stdlib.h>
int main(void)
{
  char *a = malloc(8);
  a = malloc(4);
  free(a);
  return 0;
}
