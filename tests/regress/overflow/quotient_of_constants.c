// property: no-overflow
// expect: unknown
// engines: auto explicit
// The smallest number has no opposite. What clang folds does not tell that it was an overflow: it must not be safe.
#include <limits.h>

int main(void)
{
  int x = INT_MIN / -1;
  return x != 0;
}
