// property: unreach-call
// expect: unsafe
// A variable of a loop's body begins with any value in each iteration.
#include <assert.h>

int main(void)
{
  for (int i = 0; i < 2; i++) {
    int x;
    if (i == 0) x = 1;
    assert(x == 1);
  }
  return 0;
}
