// property: unreach-call
// expect: safe
// engines: bmc auto
#include <assert.h>
#include <stdlib.h>

struct text {
  int length;
  short letters[];
};

int main(void)
{
  int *p = malloc(400 * sizeof *p);
  p[300] = 7;
  p = realloc(p, 800 * sizeof *p);
  assert(p[300] == 7);
  free(p);
  struct text *t = malloc(sizeof *t + 10 * sizeof(short));
  t->length = 10;
  t->letters[9] = 5;
  t = realloc(t, sizeof *t + 20 * sizeof(short));
  assert(t->length == 10 && t->letters[9] == 5);
  free(t);
  return 0;
}
