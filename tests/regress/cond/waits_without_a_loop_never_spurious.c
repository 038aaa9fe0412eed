// property: unreach-call no-deadlock
// expect: safe
// options: --no-spurious-wakeups
#include <assert.h>
#include <pthread.h>

int full;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

void *producer(void *arg)
{
  pthread_mutex_lock(&m);
  full = 1;
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  pthread_mutex_lock(&m);
  if (!full) pthread_cond_wait(&ready, &m);
  assert(full);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
