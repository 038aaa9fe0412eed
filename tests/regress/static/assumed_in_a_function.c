// property: unreach-call
// expect: safe
// engines: static auto
// What a function is told to assume holds behind the call: its parameter is the answer to a condition.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
int limit, level;

static void assume(int holds)
{
  if (!holds) abort();
}

void *raise(void *arg)
{
  int more = __VERIFIER_nondet_int();
  assume(more >= 0);
  assume(more <= limit);
  level = more;
  return arg;
}

int main(void)
{
  pthread_t a;
  limit = 1000;
  pthread_create(&a, NULL, raise, NULL);
  pthread_join(a, NULL);
  assert(level >= 0 && level <= 1000);
  return 0;
}
