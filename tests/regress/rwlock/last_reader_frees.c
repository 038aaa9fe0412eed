// property: unreach-call no-deadlock
// expect: safe
// The writer waits for both readers, in whichever order they leave.
#include <assert.h>
#include <pthread.h>

_Atomic int reading;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *reader(void *arg)
{
  pthread_rwlock_rdlock(&l);
  reading++;
  reading--;
  pthread_rwlock_unlock(&l);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_rwlock_wrlock(&l);
  assert(reading == 0);
  pthread_rwlock_unlock(&l);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
