// property: unreach-call
// expect: unsafe
// engines: explicit bmc
// One thread always overflows; the other fails its check before that, in a section that it could not enter if the first
// had stopped with the lock.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

int x, big = INT_MAX, small;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *overflowing(void *unused)
{
  pthread_mutex_lock(&m);
  big = big + 1;
  x = 2;
  pthread_mutex_unlock(&m);
  return 0;
}

void *failing(void *unused)
{
  pthread_mutex_lock(&m);
  small = small + 1;
  assert(x == 2);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void)
{
  pthread_t s, t;
  pthread_create(&t, 0, overflowing, 0);
  pthread_create(&s, 0, failing, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
