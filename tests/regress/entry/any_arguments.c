// property: unreach-call
// expect: unsafe
// options: --entry check
#include <assert.h>

struct pair {
  int first, second;
};

int check(const struct pair *p, unsigned n)
{
  assert(p->first != 5 || p->second != 7 || n != 1000000);
  return 0;
}
