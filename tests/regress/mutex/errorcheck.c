// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m;

void *worker(void *arg)
{
  int r = pthread_mutex_unlock(&m);
  assert(r == EPERM);
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &attr);
  pthread_create(&t, NULL, worker, NULL);
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_lock(&m) == EDEADLK);
  assert(pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == EPERM);
  pthread_join(t, NULL);
  return 0;
}
