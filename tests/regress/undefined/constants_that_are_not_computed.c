// property: def-behavior unreach-call
// expect: safe
// engines: auto explicit
// The twin of division_of_constants: nothing undefined is executed.
#include <assert.h>

int main(int argc, char **argv)
{
  (void)argv;
  int x = 1;
  if (argc < 0) x = 1 / 0;
  assert(x == 1);
  return sizeof(char[1 << 3]) == 8 ? 0 : 1 / 0;
}
