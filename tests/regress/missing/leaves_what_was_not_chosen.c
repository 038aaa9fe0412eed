// property: unreach-call
// expect: safe
// engines: auto explicit
// Its twin: the objects that were not chosen are as they were.
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
  if (argc > 1) assert(b == 0);
  return 0;
}
