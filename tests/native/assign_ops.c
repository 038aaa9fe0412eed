/* Assignment operators, increments before and after. */
#include "native.h"

int main(void)
{
  int a = 10, b;
  unsigned u = 0xf0;
  a += 5;
  SEE(a);
  a -= 20;
  SEE(a);
  a *= -7;
  SEE(a);
  a /= 4;
  SEE(a);
  a %= 5;
  SEE(a);
  u <<= 3;
  SEE(u);
  u >>= 5;
  SEE(u);
  u |= 0x101;
  SEE(u);
  u &= 0x10f;
  SEE(u);
  u ^= 0xffff;
  SEE(u);
  b = a++;
  SEE(b);
  b = ++a;
  SEE(b);
  b = a--;
  SEE(b);
  b = --a;
  SEE(b);
  uint8_t c = 255;
  c += 2;
  SEE(c);
  c *= 200;
  SEE(c);
  int x, y, z;
  x = y = z = 3;
  SEE(x + y * z);
  DONE(0x0325a7f0u);
  return 0;
}
