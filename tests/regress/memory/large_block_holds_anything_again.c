// property: unreach-call
// expect: unsafe
// engines: explicit auto
#include <assert.h>
#include <stdlib.h>

int main(void)
{
  for (int i = 0; i < 5; i++) {
    int *p = malloc(300 * sizeof *p);
    if (i == 4) assert(p[299] == 7);
    p[299] = 7;
    free(p);
  }
  return 0;
}
