// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
  assert(pthread_rwlock_tryrdlock(&l) == 0);
  assert(pthread_rwlock_tryrdlock(&l) == 0);
  assert(pthread_rwlock_trywrlock(&l) == EBUSY);
  pthread_rwlock_unlock(&l);
  assert(pthread_rwlock_trywrlock(&l) == EBUSY);
  pthread_rwlock_unlock(&l);
  assert(pthread_rwlock_trywrlock(&l) == 0);
  assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
  pthread_rwlock_unlock(&l);
  return 0;
}
