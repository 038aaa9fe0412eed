/* Bubble sort of inputs. */
#include "common.h"
int a[N];
int main(void)
{
  for (int i = 0; i < N; i++) a[i] = between(0, 9);
  for (int i = 0; i < ROUNDS; i++)
    for (int j = 0; j + 1 < N; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  for (int i = 0; i + 1 < N; i++) assert(a[i] <= a[i + 1]);
}
