// property: unreach-call no-deadlock valid-memsafety
// expect: safe
// Nothing after the join is ever reached.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg)
{
  exit(3);
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  assert(0);
}
