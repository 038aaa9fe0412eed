// property: unreach-call
// expect: safe
// options: --data-model ILP32
// engines: lockstep auto
// An index that is an input is as wide as an address here, and the pointer that it is added to is null at first. Their
// sum is still no address from outside.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
_Bool *present, first, second;
int at;

void *look_first(void *arg)
{
  first = present[at];
  return arg;
}

void *look_second(void *arg)
{
  second = present[at];
  return arg;
}

int main(void)
{
  pthread_t s, t;
  at = __VERIFIER_nondet_int();
  if (at < 0 || at > 100000) return 0;
  present = malloc((unsigned)at + 1);
  if (!present) return 0;
  for (int i = 0; i <= at; i++) present[i] = __VERIFIER_nondet_bool();
  pthread_create(&s, 0, look_first, 0);
  pthread_create(&t, 0, look_second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(first == second);
  return 0;
}
