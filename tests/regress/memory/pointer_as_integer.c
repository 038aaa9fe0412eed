// property: unreach-call
// expect: safe
// A pointer's low bit used as a mark.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int x;

void *t(void *a)
{
  uintptr_t u = (uintptr_t)a;
  int *p = (int *)u;
  *p = 5;
  return (void *)(u | 1);
}

int main(void)
{
  pthread_t h;
  void *r;
  pthread_create(&h, 0, t, &x);
  pthread_join(h, &r);
  assert(x == 5);
  int *q = (int *)((uintptr_t)r & ~(uintptr_t)1);
  *q = 6;
  assert(x == 6);
  return 0;
}
