// property: valid-sync
// expect: safe
// options: --no-spurious-wakeups
// engines: explicit bmc
/* No thread is awake to find out that the mutex of the waiting threads is gone. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int waits;

void *t(void *a)
{
  pthread_mutex_lock(&m);
  waits = 1;
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return a;
}

int main(void)
{
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  pthread_mutex_lock(&m);
  int gone = waits;
  pthread_mutex_unlock(&m);
#ifdef MISUSE
  if (gone) pthread_mutex_destroy(&m);
#endif
  return gone;
}
