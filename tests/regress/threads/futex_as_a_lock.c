// property: unreach-call no-data-race
// expect: safe
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int lock; /* 0 free, 1 held, 2 held and waited for */
static int count;

static void acquire(void)
{
  int free = 0;
  if (atomic_compare_exchange_strong(&lock, &free, 1)) return;
  while (atomic_exchange(&lock, 2)) syscall(SYS_futex, &lock, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
}

static void release(void)
{
  if (atomic_exchange(&lock, 0) == 2) syscall(SYS_futex, &lock, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *work(void *unused)
{
  acquire();
  count++;
  release();
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
