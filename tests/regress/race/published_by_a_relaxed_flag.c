// property: no-data-race
// expect: unknown
// No interleaving has a race, but a relaxed flag orders nothing: there is one, and the model does not show it.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

void *worker(void *arg)
{
  data = 7;
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return NULL;
}

int main(void)
{
  pthread_t t;
  int got = 0;
  pthread_create(&t, NULL, worker, NULL);
  if (atomic_load_explicit(&ready, memory_order_acquire)) got = data;
  pthread_join(t, NULL);
  return got;
}
