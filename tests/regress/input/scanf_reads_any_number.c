// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <stdio.h>

int main(void)
{
  int a = 0;
  if (scanf("%d", &a) != 1) return 1;
  assert(a != 123456);
  return 0;
}
