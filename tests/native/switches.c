/* switch: falling through, default in the middle, ranges of values, nesting. */
#include "native.h"

static int kind(int n)
{
  int r = 0;
  switch (n) {
  case -1: r += 1; /* falls through */
  case 0: r += 2; break;
  default: r += 100; /* falls through */
  case 7: r += 4; break;
  case 1000: return -1;
  }
  return r;
}

static int nested(int a, int b)
{
  switch (a & 3) {
  case 0:
    switch (b) {
    case 1: return 10;
    case 2: break;
    default: return 30;
    }
    return 20;
  case 1: return 1;
  }
  return 2;
}

int main(void)
{
  static const int values[] = {-1, 0, 1, 7, 1000, -1000};
  for (int i = 0; i < 6; i++) SEE(kind(values[i]));
  for (int a = 0; a < 5; a++)
    for (int b = 0; b < 4; b++) SEE(nested(a, b));
  switch ((uint8_t)(values[1] + 255)) {
  case 255: SEE(1); break;
  default: SEE(2);
  }
  DONE(0x37a34035u);
  return 0;
}
