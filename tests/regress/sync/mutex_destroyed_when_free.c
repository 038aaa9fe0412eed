// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *t(void *a)
{
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return a;
}

int main(void)
{
  pthread_t x;
  pthread_create(&x, 0, t, 0);
#ifdef MISUSE
  pthread_mutex_destroy(&m); /* the thread may hold it, wait for it, or lock it later */
  pthread_join(x, 0);
#else
  pthread_join(x, 0);
  pthread_mutex_destroy(&m);
  pthread_mutex_init(&m, 0);
  pthread_mutex_lock(&m);
#endif
}
