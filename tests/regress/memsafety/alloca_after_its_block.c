// property: valid-memsafety
// expect: safe
// engines: explicit bmc auto
#include <alloca.h>
int main(void)
{
  int *a = 0;
  {
    int n = 3;
    a = alloca(n * 4);
    a[0] = 1;
  }
  a[1] = 2;
  return a[0];
}
