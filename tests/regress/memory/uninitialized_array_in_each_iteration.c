// property: unreach-call
// expect: unsafe
// So does an array.
#include <assert.h>

int main(void)
{
  for (int i = 0; i < 2; i++) {
    int x[3];
    int *p = x;
    if (i == 0) p[1] = 1;
    assert(p[1] == 1);
  }
  return 0;
}
