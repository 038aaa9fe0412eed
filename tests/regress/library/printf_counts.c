// property: unreach-call
// expect: unsafe
// engines: auto explicit
// %n writes.
#include <assert.h>
#include <stdio.h>

int main(void)
{
  int n = -1;
  printf("abc%n", &n);
  assert(n == -1);
  return 0;
}
