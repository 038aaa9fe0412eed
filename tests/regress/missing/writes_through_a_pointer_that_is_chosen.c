// property: unreach-call
// expect: unsafe
// engines: auto explicit
// Which object it is given is decided when the program runs.
#include <assert.h>


extern void init(int *);
int a, b, c;

int main(int argc, char **argv)
{
  int *p = argc > 1 ? &a : &b;
  (void)argv;
  init(p);
  assert(c == 0);
  if (argc <= 1) assert(a == 0);
  assert(b == 0);
  return 0;
}
