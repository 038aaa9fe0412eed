// property: unreach-call
// expect: unknown
// engines: auto
// What it has left in a pointer may be the address of any of many objects.
#include <assert.h>

#include "many.h"

struct holder {
  struct part *part;
} holder;
extern void point(struct holder *);

int main(void)
{
  set_all();
  point(&holder);
  fill(holder.part);
  assert(part33.a == 33);
  return 0;
}
