// property: unreach-call
// expect: safe
// engines: auto explicit
// A pointer to const is read only, and what is not given is not touched.
#include <assert.h>


extern void look(const int *);
extern void init(int *);
int other;

int main(void)
{
  int x = 0, y = 0;
  look(&x);
  look(&other);
  init(&y);
  assert(x == 0 && other == 0);
  return 0;
}
