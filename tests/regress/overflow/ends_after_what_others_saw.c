// property: unreach-call
// expect: unsafe
// engines: explicit bmc
// A thread writes, then overflows: another may have seen the write before.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

int x, big = INT_MAX;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *overflowing(void *unused)
{
  pthread_mutex_lock(&m);
  x = 1;
  big = big + x;
  x = 2;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, overflowing, 0);
  assert(x == 0);
  pthread_join(t, 0);
  return 0;
}
