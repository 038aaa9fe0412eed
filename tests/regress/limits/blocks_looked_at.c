// property: unreach-call
// expect: unknown
// The order of more than 32 blocks.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
  char *blocks[40];
  for (int i = 0; i < 40; i++) blocks[i] = malloc(1);
  for (int i = 1; i < 40; i++) assert(blocks[i - 1] < blocks[i]);
  return 0;
}
