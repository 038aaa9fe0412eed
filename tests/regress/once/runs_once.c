// property: unreach-call no-deadlock
// expect: safe
// Once, and finished before any thread goes on.
#include <assert.h>
#include <pthread.h>

int count, ready;
pthread_once_t once = PTHREAD_ONCE_INIT;

static void init(void)
{
  count++;
  ready = 1;
}

void *worker(void *arg)
{
  pthread_once(&once, init);
  assert(ready && count == 1);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
