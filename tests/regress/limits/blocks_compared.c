// property: unreach-call
// expect: unknown
// More than 48 blocks that are freed and compared.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
  int *before = NULL, same = 0;
  for (int i = 0; i < 60; i++) {
    int *block = malloc(sizeof *block);
    same += block == before;
    free(block);
    before = block;
  }
  assert(same < 60);
  return 0;
}
