/* Unsigned arithmetic wraps around. */
#include "common.h"
int main(void)
{
  TYPE x = START;
  for (int i = 0; i < TIMES; i++) x += STEP;
  assert(x == (TYPE)RESULT);
}
