/* Rotation of a byte. */
#include "common.h"
int main(void)
{
  unsigned char x = __VERIFIER_nondet_uchar(), y = x;
  for (int i = 0; i < TIMES; i++) y = (unsigned char)(y << 1 | y >> 7);
  assert(y == x);
}
