// property: unreach-call
// expect: safe
// engines: auto explicit
// Of many blocks it is the one that a pointer in memory points to which is made larger, and keeps what it held.
#include <assert.h>
#include <stdlib.h>

struct part {
  int a, b, c, d, e, f, g, h;
  struct part *next;
};
#define EACH_OF_TEN(x, n) x(n##0) x(n##1) x(n##2) x(n##3) x(n##4) x(n##5) x(n##6) x(n##7) x(n##8) x(n##9)
#define EACH(x) EACH_OF_TEN(x, 1) EACH_OF_TEN(x, 2)
#define DECLARE(n) struct part *part##n;
#define MAKE(n) part##n = malloc(sizeof(struct part)), part##n->a = n, part##n->next = NULL;
#define FREE(n) free(part##n);
EACH(DECLARE)

int main(void)
{
  EACH(MAKE)
  part15->next = part16;
  part15 = realloc(part15, 2 * sizeof(struct part));
  part27 = realloc(part27, 2 * sizeof(struct part));
  assert(part15->a == 15 && part15->next->a == 16 && part27->a == 27);
  free(part15->next);
  part16 = NULL;
  EACH(FREE)
  return 0;
}
