// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <pthread.h>

int count;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

void *worker(void *arg)
{
  pthread_rwlock_rdlock(&l);
  count++;
  pthread_rwlock_unlock(&l);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
  return 0;
}
