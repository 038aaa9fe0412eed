/* What t1 leads to y == BAD from is a class of values of x, one for each input; t2 never leaves any of an odd BAD there. */
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int x = 0, y = 0;
void *t0(void *unused)
{
  assert(y != BAD);
  return 0;
}
void *t1(void *unused)
{
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= n && n <= 1000);
  y = x + 4 * n;
  return 0;
}
void *t2(void *unused)
{
  int m = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= m && m <= 1000);
  x = 2 * m;
  return 0;
}
int main(void)
{
  pthread_t a, b, c;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_create(&c, 0, t2, 0);
  return 0;
}
