// property: unreach-call
// expect: unsafe
// engines: explicit
// The calls at the end are too many to be inlined: what comes before them is searched all the same.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);
_Bool x;

#define TIMES(f, g) static void f(void) { g(); g(); g(); g(); g(); g(); g(); g(); }
static void step(void) { x = !x; }
TIMES(f1, step) TIMES(f2, f1) TIMES(f3, f2) TIMES(f4, f3) TIMES(f5, f4) TIMES(f6, f5) TIMES(f7, f6)

int main(void)
{
  x = __VERIFIER_nondet_bool();
  assert(!x);
  f7();
}
