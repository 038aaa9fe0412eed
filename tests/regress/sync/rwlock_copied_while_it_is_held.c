// property: valid-sync
// expect: safe
// A copy of a read-write lock that is free is a lock, one of a lock that is held is not.
#include <pthread.h>

pthread_rwlock_t original = PTHREAD_RWLOCK_INITIALIZER, copy;

int main(void)
{
#ifdef MISUSED
  pthread_rwlock_wrlock(&original);
#endif
  copy = original;
#ifdef MISUSED
  pthread_rwlock_unlock(&copy);
#else
  pthread_rwlock_wrlock(&copy);
  pthread_rwlock_unlock(&copy);
  pthread_rwlock_rdlock(&original);
  pthread_rwlock_unlock(&original);
#endif
  return 0;
}
