#include <assert.h>
#include <limits.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

#ifndef START
#define START INT_MAX
#endif

int main(void)
{
  int x = START;
#ifdef ASSUMED
  __VERIFIER_assume(x == 4);
#endif
#ifdef SOMETIMES
  if (__VERIFIER_nondet_int()) x = 1;
#endif
  x++;
  assert(x != INT_MIN);
  return 0;
}
