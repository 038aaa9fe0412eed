// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>

int main(void)
{
  double a = 0.1, b = 0.2;
  float f = 16777216.0f;
  assert(a + b != 0.3 && a + b > 0.29);
  assert(f + 1.0f == f);
  assert((int)2.9 == 2 && (int)-2.9 == -2 && 7 / 2.0 == 3.5);
  return 0;
}
