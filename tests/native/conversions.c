/* Widening with and without sign, narrowing, and to bool. */
#include <stdbool.h>

#include "native.h"

int main(void)
{
  int8_t a = -5;
  uint8_t b = 251;
  int32_t wide = -70000;
  SEE((int32_t)a);
  SEE((uint32_t)a);
  SEE((int32_t)b);
  SEE((uint16_t)a);
  SEE((int64_t)a);
  SEE((uint64_t)b);
  SEE((int16_t)wide);
  SEE((uint8_t)wide);
  SEE((int8_t)wide);
  SEE((uint64_t)(uint32_t)wide);
  bool t = wide, f = wide - wide, half = 256;
  SEE(t);
  SEE(f);
  SEE(half);
  SEE(t + t);
  int64_t big = 0x1ffffffffLL;
  SEE((int32_t)big);
  SEE((uint32_t)(big + 3));
  SEE((bool)(big & 0x100000000LL));
  char c = 'a';
  c = (char)(c + 1);
  SEE(c == 'b');
  DONE(0x5958f2f1u);
  return 0;
}
