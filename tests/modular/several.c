#include <assert.h>
#include <pthread.h>
int a, b, c, d, e, f;
void *t0(void *unused)
{
  if (a > BOUND)
    assert(0);
  else if (b > 1)
    assert(0);
  else if (c > 1)
    assert(0);
  else if (d > 1)
    assert(0);
  else if (e > 1)
    assert(0);
  else if (f > 1)
    assert(0);
  return 0;
}
void *t1(void *unused)
{
  while (1) {
    a = !a;
    b = !b;
    c = !c;
    d = !d;
    e = !e;
    f = !f;
  }
}
int main(void)
{
  pthread_t x, y;
  pthread_create(&x, 0, t0, 0);
  pthread_create(&y, 0, t1, 0);
  return 0;
}
