// property: no-overflow
// expect: safe
#include <limits.h>

int main(void)
{
  int x = 0;
  for (int i = 0; i < 3; i++) x += i;
  if (x > 10) x = INT_MAX + 1;
  return x != 0;
}
