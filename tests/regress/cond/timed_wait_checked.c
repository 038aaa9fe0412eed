// property: unreach-call no-deadlock
// expect: safe
// options: --no-spurious-wakeups
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int go;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *sender(void *arg)
{
  pthread_mutex_lock(&m);
  go = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void)
{
  pthread_t t;
  struct timespec soon = {1, 0};
  int r = 0;
  pthread_create(&t, NULL, sender, NULL);
  pthread_mutex_lock(&m);
  if (!go) r = pthread_cond_timedwait(&c, &m, &soon);
  assert(go || r == ETIMEDOUT);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
