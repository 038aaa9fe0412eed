// property: no-data-race
// expect: safe
// No thread relies on the relaxed counter.
#include <pthread.h>
#include <stdatomic.h>

int data[2];
atomic_int done;

void *worker(void *arg)
{
  data[(long)arg] = 7;
  atomic_fetch_add_explicit(&done, 1, memory_order_relaxed);
  return NULL;
}

int main(void)
{
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return data[0] + data[1] + atomic_load(&done);
}
