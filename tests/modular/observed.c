#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int v0 = 1, v1 = 1;
void *t0(void *unused)
{
  while (1) {
    int seen = v0;
    assert(seen <= BOUND);
  }
}
void *t1(void *unused)
{
  __VERIFIER_atomic_begin(); v0 = v0 + v1; __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin(); v0 = v0 + v1; __VERIFIER_atomic_end();
  return 0;
}
void *t2(void *unused)
{
  __VERIFIER_atomic_begin(); v1 = v1 + v0; __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin(); v1 = v1 + v0; __VERIFIER_atomic_end();
  return 0;
}
int main(void)
{
  pthread_t a, b, c;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_create(&c, 0, t2, 0);
  return 0;
}
