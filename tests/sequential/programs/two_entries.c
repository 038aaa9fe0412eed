/* A loop with two entries. */
#include "common.h"
int main(void)
{
  int i = 0, n = 0;
  if (INPUT()) goto middle;
top:
  i += 2;
middle:
  n++;
  if (i < N) goto top;
  assert(i == END && n >= LEAST);
}
