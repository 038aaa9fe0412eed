// property: unreach-call
// expect: unsafe
// engines: auto explicit
// The function that it gets may be called more than once.
#include <assert.h>


extern void each(void (*)(int));
int n;

void count(int x)
{
  (void)x;
  n++;
}

int main(void)
{
  each(count);
  assert(n < 2);
  return 0;
}
