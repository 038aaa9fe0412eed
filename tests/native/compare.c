/* Comparisons: signed, unsigned, and mixed as the usual conversions make them. */
#include "native.h"

static int32_t s[] = {-2147483647 - 1, -1, 0, 1, 2147483647};
static uint32_t u[] = {0, 1, 2147483647u, 2147483648u, 4294967295u};

int main(void)
{
  unsigned bits = 0;
  for (int i = 0; i < 5; i++) {
    for (int k = 0; k < 5; k++) {
      bits = bits * 2 + (s[i] < s[k]);
      bits = bits * 2 + (s[i] >= s[k]);
      bits = bits * 2 + (u[i] < u[k]);
      bits = bits * 2 + (u[i] > u[k]);
      bits = bits * 2 + ((uint32_t)s[i] < u[k]);
      bits = bits * 2 + ((int64_t)s[i] < (int64_t)u[k]);
      bits = bits * 2 + (s[i] == s[k]) + (u[i] != u[k]);
    }
    SEE(bits);
  }
  int16_t a = -1;
  uint16_t b = 65535;
  SEE(a == b);
  SEE((uint16_t)a == b);
  SEE(a < b);
  DONE(0x1e65b159u);
  return 0;
}
