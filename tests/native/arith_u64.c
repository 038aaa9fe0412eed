/* Sixty-four unsigned bits: wrap-around, division, and a generator of numbers. */
#include "native.h"

int main(void)
{
  uint64_t x = 88172645463325252u;
  for (int i = 0; i < 8; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    SEE(x);
    SEE(x * 6364136223846793005u + 1442695040888963407u);
    SEE(x / 1000003);
    SEE(x % 1000003);
    SEE((uint32_t)(x >> 29));
    SEE(x > 9223372036854775808u);
  }
  DONE(0x5691c9b0u);
  return 0;
}
