/* Any number of threads take a number; that a hundred of them are too many, no small bound shows. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int taken;

static void *take(void *unused)
{
  pthread_mutex_lock(&m);
  taken++;
  assert(taken != 100);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void)
{
  pthread_t t;
  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, take, 0);
  return 0;
}
