/* common.h - what the programs of the suite share: inputs and assumptions. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
#define INPUT __VERIFIER_nondet_int
#define ASSUME __VERIFIER_assume
/* Any value from low to high. */
static inline int between(int low, int high)
{
  int x = INPUT();
  ASSUME(x >= low && x <= high);
  return x;
}
