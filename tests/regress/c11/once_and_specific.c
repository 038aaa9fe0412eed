// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <threads.h>

int made, destroyed;
once_flag flag = ONCE_FLAG_INIT;
tss_t key;

static void destroy(void *value)
{
  destroyed += *(int *)value;
}

static void make(void)
{
  made++;
  tss_create(&key, destroy);
}

int worker(void *arg)
{
  call_once(&flag, make);
  tss_set(key, arg);
  assert(tss_get(key) == arg);
  return 0;
}

int main(void)
{
  thrd_t a, b;
  int x = 1, y = 2;
  thrd_create(&a, worker, &x);
  thrd_join(a, NULL);
  thrd_create(&b, worker, &y);
  thrd_join(b, NULL);
  assert(made == 1 && destroyed == 3);
  return 0;
}
