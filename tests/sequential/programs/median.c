/* The median of three inputs, by nested conditions. */
#include "common.h"
int main(void)
{
  int a = INPUT(), b = INPUT(), c = INPUT(), m;
  if (a < b) {
    if (b < c) m = b;
    else if (a < c) m = c;
    else m = a;
  } else {
    if (WRONG < c) m = a;
    else if (b < c) m = c;
    else m = b;
  }
  assert((a <= m && m <= b) || (b <= m && m <= a) || m == c);
  assert((a <= m) + (b <= m) + (c <= m) >= 2);
  assert((a >= m) + (b >= m) + (c >= m) >= 2);
}
