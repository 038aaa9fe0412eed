// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);
int lock, count;

void __VERIFIER_atomic_acquire(void)
{
  __VERIFIER_assume(lock == 0);
  lock = 1;
}

void __VERIFIER_atomic_release(void)
{
  lock = 0;
}

void *worker(void *arg)
{
  __VERIFIER_atomic_acquire();
  count++;
  __VERIFIER_atomic_release();
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
  return 0;
}
