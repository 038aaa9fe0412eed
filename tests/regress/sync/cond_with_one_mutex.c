// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;

void *t(void *a)
{
  pthread_mutex_t *own = &m;
#ifdef MISUSE
  own = &n;
#endif
  pthread_mutex_lock(own);
  pthread_cond_wait(&c, own);
  pthread_mutex_unlock(own);
  return a;
}

int main(void)
{
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
}
