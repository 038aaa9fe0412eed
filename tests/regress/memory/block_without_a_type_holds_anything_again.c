// property: unreach-call
// expect: unsafe
// engines: explicit bmc auto
#include <assert.h>
#include <stdlib.h>

static void set(void *at)
{
  *(int *)at = 7;
}

static int get(void *at)
{
  return *(int *)at;
}

int main(void)
{
  for (int i = 0; i < 9; i++) {
    void *p = malloc(12);
    if (i == 8) assert(get(p) == 7);
    set(p);
    free(p);
  }
  return 0;
}
