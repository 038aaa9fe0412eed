// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int inside;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
  int r = pthread_mutex_trylock(&m);
  assert(r == 0 || r == EBUSY);
  if (r == 0) {
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&m);
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
