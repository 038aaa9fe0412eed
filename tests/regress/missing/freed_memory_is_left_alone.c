// property: unreach-call valid-memsafety
// expect: safe
// engines: auto explicit
// One block of two is given away.
#include <assert.h>
#include <stdlib.h>

struct pair {
  int first, second;
};
extern void init(struct pair *);

int main(void)
{
  struct pair *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  p->first = q->first = q->second = 1;
  init(p);
  assert(q->first == 1 && q->second == 1);
  free(p);
  free(q);
  return 0;
}
