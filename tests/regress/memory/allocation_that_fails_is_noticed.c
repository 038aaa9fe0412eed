// property: valid-memsafety unreach-call
// expect: safe
// options: --malloc-may-fail
// Each allocation is asked whether there is memory.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  *p = 1;
  int *q = realloc(p, 2 * sizeof *q);
  if (!q) {
    assert(*p == 1);
    free(p);
    return 1;
  }
  assert(*q == 1);
  free(q);
  char *s = strdup("a");
  if (s) assert(s[0] == 'a');
  free(s);
  return 0;
}
