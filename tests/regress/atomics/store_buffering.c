// property: unreach-call no-deadlock
// expect: safe
// Sequentially consistent: one of the two sees the other's store.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int rx, ry;

void *left(void *arg)
{
  atomic_store(&x, 1);
  ry = atomic_load(&y);
  return NULL;
}

void *right(void *arg)
{
  atomic_store(&y, 1);
  rx = atomic_load(&x);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(rx || ry);
  return 0;
}
