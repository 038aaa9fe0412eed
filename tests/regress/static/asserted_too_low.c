// property: unreach-call
// expect: unsafe
// engines: auto
// The bound is one too low.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int level;

void *worker(void *arg)
{
  pthread_mutex_lock(&m);
  level = __VERIFIER_nondet_int() ? 10 : 3;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void)
{
  pthread_t t;
  while (__VERIFIER_nondet_int()) pthread_create(&t, NULL, worker, NULL);
  pthread_mutex_lock(&m);
  assert(level >= 0 && level <= 9);
  pthread_mutex_unlock(&m);
  return 0;
}
