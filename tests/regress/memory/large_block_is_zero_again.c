// property: unreach-call
// expect: safe
// engines: explicit auto
#include <assert.h>
#include <stdlib.h>

int main(void)
{
  for (int i = 0; i < 5; i++) {
    int *p = calloc(300, sizeof *p);
    assert(p[299] == 0);
    p[299] = 7;
    free(p);
  }
  return 0;
}
