// property: unreach-call
// expect: unsafe
// engines: auto explicit
// What init does is not known: any value may be there afterwards.
#include <assert.h>


extern void init(int *);

int main(void)
{
  int x = 0;
  init(&x);
  assert(x == 0);
  return 0;
}
