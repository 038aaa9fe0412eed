// property: valid-memsafety unreach-call
// expect: safe
#include <assert.h>

int main(void)
{
  int n = 0;
  int *p;
again : {
  int x = n;
  p = &x;
  *p += 1;
  n = *p;
  if (n < 3) goto again;
}
  assert(n == 3);
  return 0;
}
