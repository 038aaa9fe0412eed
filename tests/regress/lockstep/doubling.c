// property: unreach-call
// expect: safe
// engines: lockstep auto
// Two loops that do the same, at any speed: their results are equal, though nothing simple holds on the way.
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
  while (b < limit) b = b + b;
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
