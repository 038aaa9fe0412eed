// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <pthread.h>

int count;

int __VERIFIER_atomic_next(int by)
{
  count += by;
  return count;
}

void *worker(void *arg)
{
  int mine = __VERIFIER_atomic_next(1);
  assert(mine == 1 || mine == 2);
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
