/* Two counters move together for any number of steps. */
#include "common.h"
int main(void)
{
  int i = 0, j = J0;
  while (INPUT()) {
    if (i >= 1000) break;
    i += A;
    j += B;
  }
  assert(B * i - A * j == -(A)*J0 + EXTRA);
}
