// property: valid-memsafety
// expect: safe
// engines: auto explicit
// Many blocks, each freed in a place of its own through a pointer in memory.
#include <stdlib.h>

struct part {
  int a, b, c, d, e, f, g, h;
};
#define EACH_OF_TEN(x, n) x(n##0) x(n##1) x(n##2) x(n##3) x(n##4) x(n##5) x(n##6) x(n##7) x(n##8) x(n##9)
#define EACH(x) EACH_OF_TEN(x, 1) EACH_OF_TEN(x, 2) EACH_OF_TEN(x, 3)
#define DECLARE(n) struct part *part##n;
#define MAKE(n) part##n = malloc(sizeof(struct part));
#define FREE(n) free(part##n);
EACH(DECLARE)

int main(void)
{
  EACH(MAKE)
  EACH(FREE)
  return 0;
}
