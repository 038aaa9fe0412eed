// property: no-deadlock
// expect: safe
// options: --no-spurious-wakeups
// A signal wakes a thread that waits already, not one that begins to wait later.
#include <pthread.h>

int waiting, woken;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER, done = PTHREAD_COND_INITIALIZER;

void *first(void *arg)
{
  pthread_mutex_lock(&m);
  waiting = 1;
  pthread_cond_signal(&done);
  pthread_cond_wait(&c, &m);
  woken = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, first, NULL);
  pthread_mutex_lock(&m);
  while (!waiting) pthread_cond_wait(&done, &m);
  pthread_cond_signal(&c);
  while (!woken) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
