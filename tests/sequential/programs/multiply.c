/* Multiplication by shifting and adding. */
#include "common.h"
int main(void)
{
  unsigned a = (unsigned)between(0, TOP), b = FACTOR, x = a, y = b, p = 0;
  while (y) {
    if (y & 1) p += x;
    x <<= 1;
    y >>= 1;
  }
  assert(p == a * b EXTRA);
}
