// property: valid-memsafety
// expect: unsafe
#include <stdlib.h>

struct s {
  int n;
  char d[];
};

int main(void)
{
  struct s *p = malloc(sizeof *p + 4);
  if (!p) return 0;
  p->n = 4;
  for (int i = 0; i <= p->n; i++) p->d[i] = (char)i;
  free(p);
  return 0;
}
