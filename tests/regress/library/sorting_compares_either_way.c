// property: valid-memsafety
// expect: unsafe
// engines: auto explicit
// Which of two elements is the first argument of the comparison is open: this one looks behind the last element.
#include <stdlib.h>

static int by_next(const void *a, const void *b)
{
  return ((const int *)a)[1] - ((const int *)b)[0];
}

int main(void)
{
  int list[2] = {2, 1};
  qsort(list, 2, sizeof *list, by_next);
  return 0;
}
