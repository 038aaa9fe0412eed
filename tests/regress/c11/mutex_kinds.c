// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <threads.h>

mtx_t plain, recursive;

int other(void *arg)
{
  assert(mtx_trylock(&plain) == thrd_busy);
  assert(mtx_trylock(&recursive) == thrd_busy);
  return 0;
}

int main(void)
{
  thrd_t t;
  mtx_init(&plain, mtx_plain);
  mtx_init(&recursive, mtx_plain | mtx_recursive);
  assert(mtx_lock(&plain) == thrd_success);
  assert(mtx_lock(&recursive) == thrd_success);
  assert(mtx_trylock(&recursive) == thrd_success);
  mtx_unlock(&recursive);
  thrd_create(&t, other, NULL);
  thrd_join(t, NULL);
  return 0;
}
