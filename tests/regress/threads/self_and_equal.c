// property: unreach-call no-deadlock valid-memsafety
// expect: safe
#include <assert.h>
#include <pthread.h>

pthread_t first;

void *worker(void *arg)
{
  assert(!pthread_equal(pthread_self(), first));
  return (void *)pthread_self();
}

int main(void)
{
  pthread_t t;
  void *id;
  first = pthread_self();
  assert(pthread_equal(first, pthread_self()));
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, &id);
  assert(pthread_equal((pthread_t)id, t));
  return 0;
}
