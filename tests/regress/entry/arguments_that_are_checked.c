// property: unreach-call valid-memsafety
// expect: safe
// options: --entry check
#include <assert.h>
#include <stdlib.h>

struct pair {
  int first, second;
};

void check(struct pair *p, short n)
{
  if (p->first > 10 || n < 0 || n > 9) {
    free(p);
    return;
  }
  p->second = n;
  assert(p->first <= 10 && p->second < 10);
}

int main(void)
{
  assert(0); /* not where the program starts */
}
