// property: unreach-call
// expect: unsafe
// engines: explicit bmc auto
#include <assert.h>
int main(void)
{
  int s = 0;
  for (int i = 0; i < 2; i++) {
    int n = 3;
    int a[n];
    if (i == 1) assert(a[0] == 7);
    a[0] = 7;
  }
  return 0;
}
