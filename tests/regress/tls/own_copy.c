// property: unreach-call no-deadlock valid-memsafety
// expect: safe
#include <assert.h>
#include <pthread.h>

_Thread_local int count = 5;

void *worker(void *arg)
{
  assert(count == 5);
  count++;
  count++;
  assert(count == 7);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 5);
  return 0;
}
