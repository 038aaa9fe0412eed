// property: valid-memsafety unreach-call
// expect: safe
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

const int k[3] = {1, 2, 3};
int w[3];

int get(const int *p, int i)
{
  return p[i];
}

int main(void)
{
  int *t = __VERIFIER_nondet_bool() ? w : (int *)k;
  int r = get(t, 1);
  assert(r == 0 || r == 2);
  return 0;
}
