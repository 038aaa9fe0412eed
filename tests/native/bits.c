/* And, or, xor, not; counting and reversing bits. */
#include "native.h"

static unsigned count(uint32_t x)
{
  unsigned n = 0;
  for (; x; x &= x - 1) n++;
  return n;
}

static uint32_t reverse(uint32_t x)
{
  uint32_t r = 0;
  for (int i = 0; i < 32; i++) {
    r = r << 1 | (x & 1);
    x >>= 1;
  }
  return r;
}

int main(void)
{
  uint32_t x = 0x12345678;
  SEE(count(x));
  SEE(reverse(x));
  SEE(x & 0xff00ff00);
  SEE(x | 0x0f0f0f0f);
  SEE(x ^ 0xffffffff);
  SEE(~x & 0xffff);
  SEE((x & -x) == 8);
  SEE(!x);
  SEE(!!x);
  uint64_t y = (uint64_t)x << 32 | ~x;
  SEE(y);
  SEE(y & (y >> 32));
  DONE(0x34cc745eu);
  return 0;
}
