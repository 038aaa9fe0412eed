// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <heddle/verifier.h>
#include <pthread.h>

int count;

void *worker(void *arg)
{
  heddle_atomic_begin();
  int old = count;
  heddle_atomic_end();
  count = old + 1;
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
