/* Shifts by constants and by variables, of either sign. */
#include "native.h"

int main(void)
{
  int32_t s = -123456789;
  uint32_t u = 0xdeadbeef;
  int64_t l = -1234567890123456789;
  uint64_t w = 0x0123456789abcdef;
  for (int n = 0; n < 32; n += 5) {
    SEE(s >> n);
    SEE(u >> n);
    SEE(u << n);
    SEE(l >> (n + 13));
    SEE(w >> (n + 31));
    SEE(w << (n + 31));
    SEE((u << n) | (u >> ((32 - n) & 31)));
  }
  uint8_t c = 0x96;
  SEE(c << 4);
  SEE((uint8_t)(c << 4));
  SEE(c >> 3);
  SEE((int8_t)c >> 3);
  DONE(0x64567819u);
  return 0;
}
