// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <stdio.h>

int main(void)
{
  int a = 5;
  scanf("%d", &a);
  int n = scanf("%*d %d", &a);
  assert(n == 1);
  return 0;
}
