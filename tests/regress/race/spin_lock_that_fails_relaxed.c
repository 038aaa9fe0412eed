// property: no-data-race
// expect: safe
// A thread that gets the lock acquires; a failed attempt orders nothing.
#include <pthread.h>
#include <stdatomic.h>

int count;
atomic_int lock;

void *worker(void *arg)
{
  int free = 0;
  while (!atomic_compare_exchange_strong_explicit(&lock, &free, 1, memory_order_acquire, memory_order_relaxed)) free = 0;
  count++;
  atomic_store_explicit(&lock, 0, memory_order_release);
  return NULL;
}

int main(void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
