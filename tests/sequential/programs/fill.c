/* An array is filled, and one element looked at. */
#include "common.h"
int a[N];
int main(void)
{
  for (int i = 0; i < N - SHORT; i++) a[i] = 3 * i + 1;
  int k = between(0, N - 1);
  assert(a[k] == 3 * k + 1);
}
