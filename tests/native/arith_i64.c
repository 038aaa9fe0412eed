/* Sixty-four signed bits. */
#include "native.h"

static int64_t values[] = {1, -1, 3, -1000000007, 5000000000, -5000000000, 9223372036854775807};

int main(void)
{
  for (int i = 0; i < 7; i++) {
    int64_t a = values[i];
    for (int k = 0; k < 4; k++) {
      int64_t b = values[k];
      SEE(a / 2 + b);
      SEE(a / 2 - b);
      SEE(a / b);
      SEE(a % b);
    }
    SEE((a / 3000000000) * 123456789);
    SEE((int32_t)a);
    SEE(a >> 33);
  }
  DONE(0x5aab5455u);
  return 0;
}
