// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
static tss_t k;
static once_flag o = ONCE_FLAG_INIT;
static atomic_int freed;
static mtx_t m;
static cnd_t c;
static int ready;
static void drop(void *p)
{
  freed += *(int *)p;
}
static void init(void)
{
  tss_create(&k, drop);
  mtx_init(&m, mtx_plain | mtx_recursive);
  cnd_init(&c);
}
static thread_local int mine = 5;
static int w(void *a)
{
  call_once(&o, init);
  int *p = a;
  tss_set(k, p);
  mine++;
  mtx_lock(&m);
  mtx_lock(&m);
  mtx_unlock(&m);
  ready = 1;
  cnd_broadcast(&c);
  mtx_unlock(&m);
  return mine + *(int *)tss_get(k);
}
int main(void)
{
  thrd_t t;
  int v = 2, r;
  call_once(&o, init);
  thrd_create(&t, w, &v);
  mtx_lock(&m);
  while (!ready) cnd_wait(&c, &m);
  mtx_unlock(&m);
  thrd_join(t, &r);
  assert(r == 8 && mine == 5 && freed == 2);
  return 0;
}
