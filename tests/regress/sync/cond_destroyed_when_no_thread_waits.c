// property: valid-sync
// expect: safe
// engines: explicit bmc
/* After a broadcast no thread is blocked any more: POSIX allows the condition variable to be destroyed. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int waits, ready;

void *t(void *a)
{
  pthread_mutex_lock(&m);
  waits = 1;
  if (!ready) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return a;
}

int main(void)
{
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  pthread_mutex_lock(&m);
  ready = 1;
#ifndef MISUSE
  pthread_cond_broadcast(&c);
#endif
  pthread_cond_destroy(&c);
  pthread_mutex_unlock(&m);
}
