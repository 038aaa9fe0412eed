// property: unreach-call
// expect: unknown
// engines: auto explicit bmc horn modular
#include <assert.h>

/* A table of labels has no bytes that are known. The program must not be called safe for it. */
int main(void)
{
  static void *steps[] = {&&first, &&second};
  int n = 0;
  goto *steps[n];
first:
  n++;
  goto *steps[n];
second:
  assert(n == 0);
  return 0;
}
