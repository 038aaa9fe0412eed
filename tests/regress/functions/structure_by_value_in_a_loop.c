// property: unreach-call
// expect: safe
// A parameter has its value before its declaration, each time the function is called.
#include <assert.h>

struct pair {
  int a;
  short b;
};

int sum(struct pair p)
{
  struct pair *q = &p;
  return q->a + q->b;
}

int main(void)
{
  struct pair p = {3, 4};
  for (int i = 0; i < 3; i++) {
    p.a = i;
    assert(sum(p) == i + 4);
  }
  return 0;
}
