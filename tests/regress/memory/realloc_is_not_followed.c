// property: unreach-call
// expect: unknown
#include <assert.h>
#include <stdlib.h>

int main(void)
{
  int *p = malloc(4);
  *p = 1;
  p = realloc(p, 8);
  assert(*p == 1);
  return 0;
}
