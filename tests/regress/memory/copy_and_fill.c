// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <string.h>

struct pair {
  int a;
  short b[2];
};

int main(void)
{
  struct pair x = {5, {6, 7}}, y;
  int cells[3];
  memcpy(&y, &x, sizeof x);
  assert(y.a == 5 && y.b[0] == 6 && y.b[1] == 7);
  memset(&x, 0, sizeof x);
  assert(x.a == 0 && x.b[1] == 0);
  memset(cells, 0xff, sizeof cells);
  assert(cells[0] == -1 && cells[2] == -1);
  return 0;
}
