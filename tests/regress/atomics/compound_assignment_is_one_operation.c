// property: unreach-call no-data-race
// expect: safe
#include <assert.h>
#include <pthread.h>

#include <stdatomic.h>
atomic_int a;

void *t(void *x)
{
  a++;
  a += 2;
  return 0;
}

int main(void)
{
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  ++a;
  a -= 1;
  pthread_join(h, 0);
  assert(a == 3);
  return 0;
}
