// property: unreach-call
// expect: safe
// engines: auto explicit
// Of many objects those that it is not given stay as they are.
#include <assert.h>

#include "many.h"

struct part *chosen;

int main(void)
{
  set_all();
  chosen = &part33;
  fill(chosen);
  assert(part34.a == 34 && part32.a == 32);
  return 0;
}
