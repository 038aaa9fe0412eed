// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int inside;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
  struct timespec soon = {1, 0};
  int r = pthread_mutex_timedlock(&m, &soon);
  if (r == 0) {
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&m);
  } else {
    assert(r == ETIMEDOUT);
  }
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
