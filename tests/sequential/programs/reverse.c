/* An array that is reversed twice is the same. */
#include "common.h"
int a[N], b[N];
int main(void)
{
  for (int i = 0; i < N; i++) a[i] = b[i] = INPUT();
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < N / 2; i++) {
      int t = a[i];
      a[i] = a[N - 1 - i];
      a[N - 1 - i] = t;
    }
  int k = between(0, N - 1);
  assert(a[k] == b[k]);
}
