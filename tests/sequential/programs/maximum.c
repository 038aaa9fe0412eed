/* The maximum of inputs is not below any of them. */
#include "common.h"
int a[N];
int main(void)
{
  for (int i = 0; i < N; i++) a[i] = between(-50, 50);
  int max = a[0];
  for (int i = FIRST; i < N; i++)
    if (a[i] > max) max = a[i];
  int k = between(0, N - 1);
  assert(a[k] <= max);
}
