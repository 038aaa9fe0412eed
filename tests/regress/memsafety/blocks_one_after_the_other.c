// property: valid-memsafety
// expect: safe
// engines: explicit auto
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
  int *old = NULL;
  while (__VERIFIER_nondet_int()) {
    int *p = malloc(sizeof *p);
    *p = 1;
    if (old) *old = 2;
    free(old);
    old = p;
  }
  free(old);
  return 0;
}
