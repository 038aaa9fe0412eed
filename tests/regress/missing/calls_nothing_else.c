// property: unreach-call
// expect: safe
// engines: auto explicit
// Functions that it does not get are not called.
#include <assert.h>


extern void each(void (*)(int));
int n;

void set(int x)
{
  (void)x;
  n = 1;
}

void (*other)(int) = set;

void set_again(int x)
{
  if (x > 0 && x < 10) n = x - x;
}

int main(void)
{
  each(set_again);
  assert(n == 0);
  return 0;
}
