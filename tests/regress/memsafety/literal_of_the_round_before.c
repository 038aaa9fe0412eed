// property: valid-memsafety
// expect: unsafe
// engines: auto explicit
// A literal in a loop is another one in each round.
#include <stddef.h>

int main(void)
{
  int *old = NULL, total = 0;
  for (int i = 0; i < 2; i++) {
    int *p = (int[]){i, i};
    if (old) total += *old;
    old = p;
  }
  return total;
}
