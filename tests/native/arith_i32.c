/* int: the four operations, signs in division and remainder. */
#include "native.h"

static int values[] = {0, 1, -1, 7, -7, 46340, -46340, 1000000, -2000000000, 2147483647};

int main(void)
{
  for (int i = 0; i < 10; i++) {
    int a = values[i];
    SEE(a);
    for (int k = 1; k < 5; k++) {
      int b = values[k];
      SEE(a / 2 + b);
      SEE(a / 2 - b);
      SEE(a / b);
      SEE(a % b);
    }
    SEE((a / 50000) * (a / 60000));
  }
  DONE(0x3f5fc0b5u);
  return 0;
}
