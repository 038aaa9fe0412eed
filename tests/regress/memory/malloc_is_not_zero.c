// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <stdlib.h>

int main(void)
{
  _Bool *a = malloc(sizeof *a);
  char *c = malloc(1);
  *a = 0;
  assert(*c == 0);
  return 0;
}
