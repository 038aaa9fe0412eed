/* A counter runs up to N in steps of STEP. */
#include "common.h"
int main(void)
{
  int i = 0;
  while (i < N) i += STEP;
  assert(i == END);
}
