/* The steps from START down to 1. */
#include "common.h"
int main(void)
{
  unsigned x = START;
  int steps = 0;
  while (x != 1) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    steps++;
  }
  assert(steps == STEPS);
}
