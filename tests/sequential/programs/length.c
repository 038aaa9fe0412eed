/* The length of a string that ends somewhere. */
#include "common.h"
char s[N];
int main(void)
{
  for (int i = 0; i < N; i++) s[i] = (char)between(0, 2);
  s[N - 1] = ENDING;
  int n = 0;
  while (s[n]) { n++; assert(n < N); }
  for (int i = 0; i < n; i++) assert(s[i]);
}
