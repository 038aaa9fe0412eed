// property: unreach-call no-deadlock valid-memsafety
// expect: safe
// pthread_exit ends the thread from any depth, and its value is what join gets.
#include <assert.h>
#include <pthread.h>

int after;

static void leave(long code)
{
  if (code == 7) pthread_exit((void *)code);
}

void *worker(void *arg)
{
  leave(7);
  after = 1;
  return NULL;
}

int main(void)
{
  pthread_t t;
  void *code;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, &code);
  assert((long)code == 7 && after == 0);
  return 0;
}
