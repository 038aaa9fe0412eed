// property: unreach-call no-deadlock
// expect: safe
// engines: auto explicit
// Addresses may come again, but never while another object is there; and a block stays where it is.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
  int *p = malloc(sizeof *p), *r = malloc(sizeof *r);
  uintptr_t first = (uintptr_t)p, second = (uintptr_t)r;
  free(p);
  long *q = malloc(sizeof *q);
  int *s = malloc(sizeof *s);
  assert((void *)q != (void *)s && r != s && (void *)q != (void *)r);
  assert(!((uintptr_t)q == first && (uintptr_t)s == first));
  assert((uintptr_t)q != second && (uintptr_t)s != second);
  int again = (uintptr_t)q == first;
  *s = 1;
  assert(again == ((uintptr_t)q == first));
  free(q);
  free(r);
  free(s);
  return 0;
}
