// property: unreach-call
// expect: safe
// engines: explicit bmc auto
#include <alloca.h>
#include <assert.h>
int main(void)
{
  int *prev = 0;
  for (int i = 0; i < 3; i++) {
    int *p = alloca(sizeof(int) * 4);
    p[0] = i;
    assert(p != prev);
    if (prev) assert(prev[0] == i - 1);
    prev = p;
  }
  return 0;
}
