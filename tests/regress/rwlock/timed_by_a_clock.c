// property: unreach-call no-data-race
// expect: safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int x;
static void *w(void *a)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  if (pthread_rwlock_clockwrlock(&l, CLOCK_MONOTONIC, &t) == 0) {
    x++;
    x--;
    pthread_rwlock_unlock(&l);
  }
  return a;
}
int main(void)
{
  pthread_t t, u;
  pthread_create(&t, 0, w, 0);
  pthread_create(&u, 0, w, 0);
  struct timespec q = {0, 0};
  int r = pthread_rwlock_timedrdlock(&l, &q);
  if (r == 0) {
    assert(x == 0);
    pthread_rwlock_unlock(&l);
  } else
    assert(r == ETIMEDOUT);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
