// property: unreach-call no-deadlock
// expect: safe
// options: --data-model ILP32
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic unsigned long long count = 0xffffffff;

void *worker(void *arg)
{
  count++;
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 0x100000001);
  return 0;
}
