// property: unreach-call no-deadlock valid-memsafety
// expect: safe
// Another thread writes to main's copy, not to its own.
#include <assert.h>
#include <pthread.h>

static __thread int mine;

void *worker(void *arg)
{
  mine = 3;
  *(int *)arg = 8;
  assert(mine == 3);
  return NULL;
}

int main(void)
{
  pthread_t t;
  mine = 1;
  pthread_create(&t, NULL, worker, &mine);
  pthread_join(t, NULL);
  assert(mine == 8);
  return 0;
}
