// property: unreach-call
// expect: safe
// engines: auto explicit
// An execution ends where it divides by zero, also by constants.
#include <assert.h>

int main(int argc, char **argv)
{
  (void)argv;
  int x = 0;
  if (argc > 2) x = 1 / 0;
  assert(x == 0);
  return 0;
}
