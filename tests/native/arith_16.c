/* Sixteen bits of either sign. */
#include "native.h"

int main(void)
{
  uint16_t u = 65000, v = 1000;
  int16_t s = 32000, t = -1000;
  u = (uint16_t)(u + v);
  SEE(u);
  v = (uint16_t)(v * v);
  SEE(v);
  s = (int16_t)(s - t);
  SEE(s);
  SEE(s * t);
  SEE(s / t);
  SEE(s % t);
  SEE((uint16_t)s);
  SEE((int16_t)u);
  SEE(s == (int16_t)(uint16_t)s);
  SEE(u > s);
  for (t = 32760; t > 0; t = (int16_t)(t + 3)) SEE(t);
  SEE(t);
  DONE(0x27b34babu);
  return 0;
}
