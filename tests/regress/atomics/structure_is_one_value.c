// property: unreach-call
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct pair {
  int a, b;
};
static _Atomic struct pair p;
static void *w(void *v)
{
  struct pair q = {1, 1};
  atomic_store(&p, q);
  return v;
}
int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  struct pair r = atomic_load(&p);
  assert(r.a == r.b);
  pthread_join(t, 0);
  return 0;
}
