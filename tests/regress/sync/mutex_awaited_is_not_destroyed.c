// property: valid-sync
// expect: safe
// engines: explicit bmc
/* The one who waits gets the mutex just before it is destroyed, or never. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int done;

void *t(void *a)
{
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  return a;
}

int main(void)
{
  pthread_t x;
  pthread_mutex_lock(&m);
  pthread_create(&x, 0, t, 0);
  pthread_mutex_unlock(&m);
#ifndef MISUSE
  pthread_join(x, 0);
#endif
  pthread_mutex_destroy(&m);
}
