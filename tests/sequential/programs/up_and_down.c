/* One loop up, one loop down by as much. */
#include "common.h"
int main(void)
{
  int n = between(0, TOP), x = 0, y = 0;
  while (x < n) { x++; y += 2; }
  while (x > 0) { x--; y -= DOWN; }
  assert(y == 0);
}
