/* The sum of the numbers up to N. */
#include "common.h"
int main(void)
{
  int s = 0;
  for (int i = 1; i <= N; i++) s += i;
  assert(s == SUM);
}
