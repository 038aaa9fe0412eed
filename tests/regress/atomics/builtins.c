// property: unreach-call no-deadlock
// expect: safe
// The older builtins of gcc and clang.
#include <assert.h>
#include <pthread.h>

int a, b, lock;

void *worker(void *arg)
{
  __sync_fetch_and_add(&a, 1);
  while (__sync_lock_test_and_set(&lock, 1)) continue;
  b++;
  __sync_lock_release(&lock);
  __atomic_add_fetch(&a, 1, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(void)
{
  pthread_t x, y;
  pthread_create(&x, NULL, worker, NULL);
  pthread_create(&y, NULL, worker, NULL);
  pthread_join(x, NULL);
  pthread_join(y, NULL);
  assert(__atomic_load_n(&a, __ATOMIC_SEQ_CST) == 4 && b == 2);
  assert(__sync_bool_compare_and_swap(&a, 4, 5) && !__sync_bool_compare_and_swap(&a, 4, 6));
  assert(__sync_val_compare_and_swap(&a, 5, 6) == 5 && a == 6);
  return 0;
}
