// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <threads.h>

int count;
mtx_t m;

int worker(void *arg)
{
  mtx_lock(&m);
  count++;
  mtx_unlock(&m);
  return 7;
}

int main(void)
{
  thrd_t a, b;
  int ra, rb;
  mtx_init(&m, mtx_plain);
  assert(thrd_create(&a, worker, NULL) == thrd_success);
  thrd_create(&b, worker, NULL);
  thrd_join(a, &ra);
  thrd_join(b, &rb);
  assert(count == 2 && ra == 7 && rb == 7);
  mtx_destroy(&m);
  return 0;
}
