/* Nested loops count the pairs. */
#include "common.h"
int main(void)
{
  int n = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
      if (CONDITION) n++;
  assert(n == COUNT);
}
