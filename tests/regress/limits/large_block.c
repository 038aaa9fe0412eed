// property: unreach-call
// expect: unknown
// A block of more than a megabyte.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
  char *block = malloc((1 << 20) + 1);
  block[1 << 20] = 1;
  assert(!block[1 << 20]);
  return 0;
}
