// property: unreach-call
// expect: unsafe
// engines: lockstep auto
// One of the two may go one step further.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
unsigned a, b, limit;

void *first(void *arg)
{
  while (a < limit) a = a + a;
  return arg;
}

void *second(void *arg)
{
  while (b <= limit) b = b + b;
  return arg;
}

int main(void)
{
  pthread_t s, t;
  limit = __VERIFIER_nondet_uint();
  a = b = __VERIFIER_nondet_uint();
  if (a == 0) return 0;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(a == b);
  return 0;
}
