// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *t(void *a)
{
#ifndef MISUSE
  pthread_rwlock_rdlock(&l);
#endif
  pthread_rwlock_unlock(&l); /* main may read, too */
  return a;
}

int main(void)
{
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  pthread_rwlock_rdlock(&l);
#ifdef MISUSE
  pthread_join(x, 0);
  pthread_rwlock_unlock(&l);
#else
  pthread_rwlock_unlock(&l);
  pthread_rwlock_wrlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_join(x, 0);
  pthread_rwlock_destroy(&l);
#endif
}
