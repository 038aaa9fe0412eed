// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag lock = ATOMIC_FLAG_INIT;
int count;

void *worker(void *arg)
{
  while (atomic_flag_test_and_set(&lock)) continue;
  count++;
  atomic_flag_clear(&lock);
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
