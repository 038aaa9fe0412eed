// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <pthread.h>

pthread_rwlock_t l;

int main(void)
{
  pthread_rwlock_init(&l, 0);
  pthread_rwlock_rdlock(&l);
#ifndef MISUSE
  pthread_rwlock_unlock(&l);
#endif
  pthread_rwlock_destroy(&l);
}
