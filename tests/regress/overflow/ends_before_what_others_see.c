// property: unreach-call
// expect: safe
// engines: explicit bmc
// What a thread writes after an overflow in its section is not seen by other threads, with the lock or without; nor does main come
// to its last check.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

int x, seen, big = INT_MAX;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *overflowing(void *unused)
{
  pthread_mutex_lock(&m);
  big = big + 1;
  x = 2;
  pthread_mutex_unlock(&m);
  return 0;
}

void *looking(void *unused)
{
  pthread_mutex_lock(&m);
  seen = seen + 1;
  assert(x == 0);
  pthread_mutex_unlock(&m);
  assert(x == 0);
  return 0;
}

int main(void)
{
  pthread_t s, t;
  pthread_create(&s, 0, looking, 0);
  pthread_create(&t, 0, overflowing, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(0);
  return 0;
}
