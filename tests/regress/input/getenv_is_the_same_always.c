// property: unreach-call
// expect: unsafe
// The text may be any, but there is one for a name.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
  const char *a = getenv("HEDDLE"), *b = getenv("HEDDLE"), *c = getenv("OTHER");
  if (!a != !b) return *(volatile int *)0; /* never: without it the next line is not reached */
  assert(!a || !c || a[0] != '7' || c[0] != '8');
  return 0;
}
