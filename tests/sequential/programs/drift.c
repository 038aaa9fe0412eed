/* Two readings of a clock never drift apart by more than SLACK. */
#include "common.h"
int main(void)
{
  int a = 0, b = 0;
  while (INPUT()) {
    if (INPUT() && a - b < SLACK) a = a < 1000000 ? a + 1 : a;
    else if (b - a < SLACK) b = b < 1000000 ? b + 1 : b;
    assert(a - b <= ALLOWED && b - a <= ALLOWED);
  }
}
