// property: unreach-call
// expect: unsafe
// engines: explicit bmc
// The stack of a thread that has ended may become that of the next one.
#include <assert.h>
#include <pthread.h>

static int *seen;

static void *leave(void *unused)
{
  int here = 1;
  seen = &here;
  return unused;
}

static void *look(void *unused)
{
  int here = 2;
  assert(&here != seen);
  return unused;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, leave, NULL);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, look, NULL);
  pthread_join(thread, NULL);
  return 0;
}
