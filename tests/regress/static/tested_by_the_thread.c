// property: no-overflow
// expect: safe
// engines: static auto
// The difference fits: the thread has tested how its two operands relate, and nothing else is known of them.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
int left, right, result;

static void assume(int holds)
{
  if (!holds) abort();
}

static int minus(int a, int b)
{
  assume(b <= 0 || a >= b - 2147483648LL);
  assume(b >= 0 || a <= b + 2147483647LL);
  return a - b;
}

void *subtract(void *arg)
{
  result = minus(left, right);
  return arg;
}

int main(void)
{
  pthread_t t;
  left = __VERIFIER_nondet_int();
  right = __VERIFIER_nondet_int();
  pthread_create(&t, NULL, subtract, NULL);
  right = __VERIFIER_nondet_int();
  pthread_join(t, NULL);
  return 0;
}
