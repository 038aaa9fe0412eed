// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *t(void *a)
{
#ifdef MISUSE
  pthread_mutex_unlock(&m); /* main may hold it */
#else
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
#endif
  return a;
}

int main(void)
{
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_join(x, 0);
}
