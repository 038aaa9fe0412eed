// property: unreach-call
// expect: unsafe
// engines: auto explicit
// Of many objects it is the one that a pointer in memory points to.
#include <assert.h>

#include "many.h"

struct part *chosen;

int main(void)
{
  set_all();
  chosen = &part33;
  fill(chosen);
  assert(part33.a == 33);
  return 0;
}
