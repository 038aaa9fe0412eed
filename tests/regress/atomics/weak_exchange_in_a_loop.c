// property: unreach-call no-data-race
// expect: safe
// Tried again until it succeeds, a weak compare-and-exchange counts each time once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *worker(void *arg)
{
  int seen = atomic_load(&x);
  while (!atomic_compare_exchange_weak(&x, &seen, seen + 1)) continue;
  return NULL;
}

int main(void)
{
  pthread_t t, s;
  pthread_create(&t, NULL, worker, NULL);
  pthread_create(&s, NULL, worker, NULL);
  pthread_join(t, NULL);
  pthread_join(s, NULL);
  assert(x == 2);
  return 0;
}
