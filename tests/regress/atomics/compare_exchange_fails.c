// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

void *worker(void *arg)
{
  int old = atomic_load(&count);
  assert(atomic_compare_exchange_strong(&count, &old, old + 1));
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
