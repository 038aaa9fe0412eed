// property: no-data-race
// expect: unknown
// The consumer does not acquire what the producer releases: nothing orders the two accesses to an element.
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 2, ITEMS = 3 };
int ring[SIZE];
atomic_uint head, tail;
atomic_int pushed;

void *produce(void *arg)
{
  for (int i = 0; i < ITEMS;) {
    unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
    if (h - atomic_load_explicit(&tail, memory_order_acquire) == SIZE) continue;
    ring[h % SIZE] = i++;
    atomic_fetch_add_explicit(&pushed, 1, memory_order_relaxed);
    atomic_store_explicit(&head, h + 1, memory_order_release);
  }
  return NULL;
}

void *consume(void *arg)
{
  for (int sum = 0, i = 0; i < ITEMS;) {
    unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
    if (t == atomic_load_explicit(&head, memory_order_relaxed)) continue;
    sum += ring[t % SIZE];
    atomic_store_explicit(&tail, t + 1, memory_order_release);
    i++;
  }
  return NULL;
}

int main(void)
{
  pthread_t p, c;
  pthread_create(&p, NULL, produce, NULL);
  pthread_create(&c, NULL, consume, NULL);
  pthread_join(p, NULL);
  pthread_join(c, NULL);
  return 0;
}
