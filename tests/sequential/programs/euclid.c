/* The greatest common divisor by subtraction. */
#include "common.h"
int main(void)
{
  int a = A, b = B;
  while (a != b)
    if (a > b) a -= b; else b -= a;
  assert(a == GCD);
}
