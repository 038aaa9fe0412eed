/* Arithmetic of signed char: promoted, and wrapped when stored. */
#include "native.h"

int main(void)
{
  int8_t a = 100, b = 50, c;
  c = (int8_t)(a + b);
  SEE(c);
  SEE(a + b);
  c = (int8_t)(-a - b);
  SEE(c);
  SEE(-a - b);
  c = (int8_t)(a * b);
  SEE(c);
  SEE(-a / 7);
  SEE(-a % 7);
  SEE(a / -7);
  SEE(a % -7);
  c = -128;
  SEE(-c);
  c = (int8_t)-c;
  SEE(c);
  SEE(c < 0);
  SEE(c >> 3);
  SEE((int8_t)(c * 2));
  DONE(0xfdb62971u);
  return 0;
}
