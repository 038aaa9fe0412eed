// property: unreach-call
// expect: safe
// engines: auto bmc
// Where the lowest bit stands, also by declarations of the program's own.
#include <assert.h>

extern int ffs(int), ffsl(long), ffsll(long long);
extern int heddle_nondet_int(void);

int main(void)
{
  int x = heddle_nondet_int();
  assert(ffs(0) == 0 && ffs(1) == 1 && ffs(24) == 4);
  assert(ffsl(1L << 20) == 21 && ffsll(0) == 0);
  assert(__builtin_popcount(255) == 8 && __builtin_parity(7) == 1);
  assert((ffs(x) == 0) == (x == 0));
  return 0;
}
