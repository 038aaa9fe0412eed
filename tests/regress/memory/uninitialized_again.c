// property: unreach-call
// expect: unsafe
// What a function left in a local with an address is gone when it is entered again.
#include <assert.h>

void set(int *p)
{
  *p = 1;
}

int f(int init)
{
  int x;
  if (init) set(&x);
  return x;
}

int main(void)
{
  for (int i = 0; i < 2; i++) {
    int r = f(i == 0);
    assert(r == 1);
  }
  return 0;
}
