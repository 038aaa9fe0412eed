/* A sum of inputs, guarded against overflow, or not quite. */
#include "common.h"
int main(void)
{
  int x = INPUT(), y = INPUT();
  if (x > LIMIT || x < -LIMIT) return 0;
  if (y > LIMIT || y < -LIMIT) return 0;
  int s = x + y;
  return s OPERATION 1;
}
