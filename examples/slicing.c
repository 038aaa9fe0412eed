/* slicing.c - an assertion over t1 and t2, which depend on x, which depends on y and z.
 *
 * Without y and z, x may become anything, and the assertion can fail in two ways: p first, or q first.
 * Only one of them is possible with y and z: docs/engines/slicing.md goes through it. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y, z, t1, t2;

void *p(void *unused)
{
  __VERIFIER_atomic_begin();
  x = !(y & z);
  __VERIFIER_atomic_end();
  y = z;
  z = 0;
  t1 = x;
  return unused;
}

void *q(void *unused)
{
  __VERIFIER_atomic_begin();
  x = !(y | z);
  __VERIFIER_atomic_end();
  y = 1;
  z = 1;
  t2 = x;
  return unused;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, 0, p, 0);
  pthread_create(&b, 0, q, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(t1 + t2 != 1);
  return 0;
}
