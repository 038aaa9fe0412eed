// property: valid-memsafety
// expect: unsafe
// engines: explicit bmc auto
#include <alloca.h>
int *f(int n)
{
  int *p = alloca(n * sizeof(int));
  p[0] = 1;
  return p;
}
int main(void)
{
  return *f(2);
}
