// property: unreach-call no-deadlock valid-memsafety
// expect: safe
// What a thread wrote before its end is there after join.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
  x = 1;
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  assert(x == 1);
  return 0;
}
