// property: unreach-call
// expect: unsafe
// A condition variable holds arrays: a block with room for any number of them has more cells than can be counted.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3) return 0;
  pthread_cond_t *more = malloc(n * sizeof *more);
  for (int i = 0; i < n; i++) pthread_cond_init(&more[i], 0);
  assert(n != 3);
  return 0;
}
