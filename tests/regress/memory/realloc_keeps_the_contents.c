// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <stdlib.h>

struct pair {
  char c;
  long l;
};

int main(void)
{
  struct pair *p = malloc(sizeof *p);
  p->c = 'x';
  p->l = 5;
  p = realloc(p, 2 * sizeof *p);
  p[1].l = 7;
  assert(p[0].c == 'x' && p[0].l == 5);
  p = realloc(p, sizeof *p);
  assert(p[0].c == 'x' && p[0].l == 5);
  free(p);
  return 0;
}
