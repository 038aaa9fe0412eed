// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>

struct inner {
  short s;
  char c[3];
};
struct outer {
  int a;
  struct inner in[2];
  long b;
};

int main(void)
{
  struct outer x = {1, {{2, "ab"}, {3, "cd"}}, 4}, y;
  struct outer *p = &y;
  y = x;
  p->in[1].c[1] = 'z';
  p->in[0].s++;
  assert(y.a == 1 && y.b == 4 && y.in[0].s == 3 && y.in[1].s == 3);
  assert(y.in[1].c[0] == 'c' && y.in[1].c[1] == 'z' && x.in[1].c[1] == 'd' && y.in[0].c[2] == 0);
  return 0;
}
