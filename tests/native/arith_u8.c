/* Arithmetic of unsigned char: promoted to int, cut when stored. */
#include "native.h"

int main(void)
{
  uint8_t a = 200, b = 100, c;
  c = (uint8_t)(a + b);
  SEE(c);
  SEE(a + b);
  c = (uint8_t)(b - a);
  SEE(c);
  SEE(b - a);
  c = (uint8_t)(a * b);
  SEE(c);
  SEE(a * b);
  SEE(a / 7);
  SEE(a % 7);
  a++;
  SEE(a);
  for (c = 250; c != 3; c++) SEE(c);
  c = 0;
  c--;
  SEE(c);
  SEE((uint8_t)~a);
  SEE(~a);
  SEE(-a);
  DONE(0x1aa0dde0u);
  return 0;
}
