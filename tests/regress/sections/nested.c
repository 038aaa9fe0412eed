// property: unreach-call
// expect: safe
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

void __VERIFIER_atomic_inc(void)
{
  x++;
  x--;
  x++;
}

void *t(void *a)
{
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_inc();
  x++;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void)
{
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  __VERIFIER_atomic_begin();
  int y = x;
  __VERIFIER_atomic_end();
  assert(y == 0 || y == 2 || y == 1);
  pthread_join(h, 0);
  return 0;
}
