// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <threads.h>

int full, item;
mtx_t m;
cnd_t ready;

int producer(void *arg)
{
  mtx_lock(&m);
  item = 9;
  full = 1;
  cnd_broadcast(&ready);
  mtx_unlock(&m);
  return 0;
}

int main(void)
{
  thrd_t t;
  mtx_init(&m, mtx_plain);
  cnd_init(&ready);
  thrd_create(&t, producer, NULL);
  mtx_lock(&m);
  while (!full) cnd_wait(&ready, &m);
  assert(item == 9);
  mtx_unlock(&m);
  thrd_join(t, NULL);
  return 0;
}
