// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;

void *t(void *a)
{
#ifndef MISUSE
  pthread_mutex_lock(&m);
#endif
  while (!ready) pthread_cond_wait(&c, &m);
#ifndef MISUSE
  pthread_mutex_unlock(&m);
#endif
  return a;
}

int main(void)
{
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(x, 0);
  pthread_cond_destroy(&c);
  pthread_mutex_destroy(&m);
}
