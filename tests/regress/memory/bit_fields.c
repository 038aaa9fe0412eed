// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>

struct flags {
  unsigned a : 3;
  int b : 5;
  unsigned c : 1;
};

int main(void)
{
  struct flags f = {0};
  f.a = 9;
  f.b = -1;
  f.c = 1;
  assert(f.a == 1 && f.b == -1 && f.c == 1);
  f.b = 15;
  f.a--;
  assert(f.a == 0 && f.b == 15 && f.c == 1);
  return 0;
}
