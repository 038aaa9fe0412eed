/* The number of ones, counted in two ways. */
#include "common.h"
int main(void)
{
  unsigned char x = __VERIFIER_nondet_uchar();
  int n = 0, m = 0;
  for (int i = 0; i < 8; i++) n += x >> i & 1;
  for (unsigned y = x; y; y &= y - 1) m++;
  assert(n == m EXTRA);
}
