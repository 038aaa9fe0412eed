// property: unreach-call no-data-race
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int count;

static void *work(void *unused)
{
  while (atomic_flag_test_and_set(&lock)) __builtin_ia32_pause();
  count++;
  atomic_flag_clear(&lock);
  return unused;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
  assert(count == 2);
  return 0;
}
