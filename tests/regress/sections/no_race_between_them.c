// property: no-data-race unreach-call
// expect: safe
// What two atomic sections access is not a data race between them.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

struct pair {
  int a, b;
} x;

void __VERIFIER_atomic_swap(void)
{
  struct pair old = x;
  x.a = old.b;
  x.b = old.a;
}

void *worker(void *arg)
{
  __VERIFIER_atomic_begin();
  x.a++;
  x.b++;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_swap();
  return NULL;
}

int main(void)
{
  pthread_t t, s;
  pthread_create(&t, NULL, worker, NULL);
  pthread_create(&s, NULL, worker, NULL);
  pthread_join(t, NULL);
  pthread_join(s, NULL);
  assert(x.a == 2 && x.b == 2);
  return 0;
}
