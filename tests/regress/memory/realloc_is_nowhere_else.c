// property: unreach-call no-deadlock
// expect: safe
// engines: auto explicit
// In place or not: never where another block is, and old pointers can be mended by their distance.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
  int *other = malloc(sizeof *other), *p = malloc(2 * sizeof *p), *second = p + 1;
  p[0] = 0, p[1] = 7;
  uintptr_t before = (uintptr_t)p, distance = (uintptr_t)second - (uintptr_t)p;
  p = realloc(p, 4 * sizeof *p);
  assert(p != other);
  if ((uintptr_t)p != before) second = (int *)((uintptr_t)p + distance);
  else second = p + 1;
  assert(*second == 7 && second != other);
  free(p);
  free(other);
  return 0;
}
