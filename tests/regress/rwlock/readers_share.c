// property: unreach-call
// expect: unsafe
// Two readers can be inside at the same time.
#include <assert.h>
#include <pthread.h>

_Atomic int inside;
pthread_rwlock_t l;

void *reader(void *arg)
{
  pthread_rwlock_rdlock(&l);
  inside++;
  assert(inside == 1);
  inside--;
  pthread_rwlock_unlock(&l);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_rwlock_init(&l, NULL);
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
