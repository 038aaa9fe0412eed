// property: unreach-call
// expect: unsafe
// engines: auto
// One of the two assumptions is missing, so that the level may be negative.
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
