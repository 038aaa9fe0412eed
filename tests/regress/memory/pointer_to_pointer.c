// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <heddle/verifier.h>

int x = 1, y = 2;

static void choose(int **out, bool first)
{
  *out = first ? &x : &y;
}

int main(void)
{
  int *p;
  bool first = heddle_nondet_bool();
  choose(&p, first);
  *p += 10;
  assert(first ? x == 11 && y == 2 : x == 1 && y == 12);
  assert((p == &x) == first && p != 0);
  return 0;
}
