// property: no-data-race unreach-call
// expect: safe
// A field of width 0 separates them.
#include <assert.h>
#include <pthread.h>

struct {
  unsigned a : 3;
  unsigned : 0;
  unsigned b : 5;
} s;

void *t(void *x)
{
  s.a = 5;
  return 0;
}

int main(void)
{
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  s.b = 17;
  pthread_join(x, 0);
  assert(s.a == 5 && s.b == 17);
  return 0;
}
