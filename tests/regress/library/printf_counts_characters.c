// property: unreach-call
// expect: safe
// engines: auto explicit
// %n gives the number of characters before it, and the result is that of all, or negative.
#include <assert.h>
#include <stdio.h>

int main(void)
{
  int n = -1;
  int all = printf("a%%b%n c\n", &n);
  assert(n == 3);
  assert(all < 0 || all == 6);
  return 0;
}
