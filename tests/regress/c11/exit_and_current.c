// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <threads.h>

int worker(void *arg)
{
  assert(!thrd_equal(*(thrd_t *)arg, thrd_current()));
  thrd_yield();
  thrd_exit(-4);
}

int main(void)
{
  thrd_t me = thrd_current(), t;
  int result;
  thrd_create(&t, worker, &me);
  thrd_join(t, &result);
  assert(result == -4);
  return 0;
}
