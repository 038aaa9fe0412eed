// property: unreach-call
// expect: safe
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

int x;

void *t(void *a)
{
  x = 1;
  x = 2;
  return 0;
}

int main(void)
{
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  int v = x;
  __VERIFIER_assume(v == 1);
  assert(x != 0);
  return 0;
}
