// property: valid-memsafety
// expect: unsafe
// engines: explicit bmc auto
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

/* The allocation runs again, but the block that `old` points to is gone. */
int main(void)
{
  int *old = NULL;
  while (__VERIFIER_nondet_int()) {
    int *p = malloc(sizeof *p);
    if (old) *old = 1;
    old = p;
    free(p);
  }
  return 0;
}
