// property: unreach-call
// expect: unsafe
// engines: auto explicit
// More blocks than those whose addresses may come again are followed for: a violation does not need that.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
  int *old[64];
  for (int i = 0; i < 64; i++) old[i] = malloc(sizeof(int));
  for (int i = 0; i < 64; i++) free(old[i]);
  int *fresh = malloc(sizeof *fresh);
  assert(fresh == old[0]);
  return 0;
}
