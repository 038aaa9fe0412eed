/* for, while, do; break and continue; loops in loops. */
#include "native.h"

int main(void)
{
  int n = 0, i;
  for (i = 0; i < 20; i++) {
    if (i % 3 == 0) continue;
    if (i == 14) break;
    n += i;
  }
  SEE(n);
  SEE(i);
  do {
    n -= 7;
  } while (n > 0);
  SEE(n);
  while (1) {
    if (++n > 10) break;
  }
  SEE(n);
  for (int a = 0; a < 5; a++) {
    for (int b = a; b < 5; b++) {
      if (b - a == 3) break;
      if ((a + b) & 1) continue;
      n = n * 2 + b;
    }
  }
  SEE(n);
  do n++;
  while (0);
  for (;;) {
    if (n % 10 == 0) break;
    n++;
  }
  SEE(n);
  DONE(0x6ea088f2u);
  return 0;
}
