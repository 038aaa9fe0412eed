// property: unreach-call
// expect: unsafe
// Two atomic accesses are not one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

void *worker(void *arg)
{
  atomic_store(&count, atomic_load(&count) + 1);
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
