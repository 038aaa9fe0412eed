// property: unreach-call
// expect: safe
// engines: explicit bmc
// `row[i].cell[i]` and `row[i].cell[2 - i]` are the elements of both diagonals.
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
  row[i].cell[i] = 1;
  row[i].cell[2 - i] = 2;
  int sum = 0;
  for (int k = 0; k < 3; k++) sum += row[k].cell[k] + row[k].cell[2 - k];
  assert(sum == (i == 1 ? 4 : 3));
  assert(row[0].done == 0 && row[1].done == 0 && row[2].done == 0);
  return 0;
}
