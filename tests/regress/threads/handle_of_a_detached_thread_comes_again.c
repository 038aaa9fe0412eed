// property: unreach-call
// expect: unsafe
// engines: explicit bmc
// What a detached thread has left in a table may look like an entry of the next one.
#include <assert.h>
#include <pthread.h>

static pthread_t first;

static void *leave(void *unused)
{
  return unused;
}

static void *look(void *unused)
{
  assert(pthread_self() != first);
  return unused;
}

int main(void)
{
  pthread_t second;
  pthread_create(&first, NULL, leave, NULL);
  pthread_detach(first);
  pthread_create(&second, NULL, look, NULL);
  pthread_join(second, NULL);
  return 0;
}
