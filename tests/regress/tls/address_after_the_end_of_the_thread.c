// property: unreach-call
// expect: unknown
// A thread's own variable may lie where that of a thread was which has ended.
#include <assert.h>
#include <pthread.h>

static _Thread_local int own;
static int *seen;

static void *leave(void *unused)
{
  seen = &own;
  return unused;
}

static void *look(void *unused)
{
  assert(&own != seen);
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
