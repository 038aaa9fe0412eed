/* Fibonacci numbers. */
#include "common.h"
int main(void)
{
  int a = 0, b = 1;
  for (int i = 0; i < N; i++) {
    int t = a + b;
    a = b;
    b = t;
  }
  assert(a CHECK);
}
