// property: unreach-call
// expect: unsafe
// engines: explicit bmc
// `row[i].cell[i]` adds one term with two factors: it is an index of the rows and of the cells, and of neither
// by their sum.
#include <assert.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

struct row {
  int cell[3];
  int done;
} row[3];

int main(void)
{
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 3);
  row[i].cell[i] = i;
  assert(row[2].cell[2] == 0);
  return 0;
}
