/* Division by repeated subtraction. */
#include "common.h"
int main(void)
{
  int n = between(0, TOP), q = 0, r = n;
  while (r >= D) {
    r -= D;
    q++;
  }
  assert(q * D + r == n EXTRA);
  assert(r >= 0 && r < D);
}
