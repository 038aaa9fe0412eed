// property: unreach-call
// expect: unsafe
// engines: auto explicit
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int done;

static void check(void)
{
  assert(done);
}

static void *work(void *arg)
{
  (void)arg;
  exit(0);
}

int main(void)
{
  pthread_t t;
  atexit(check);
  pthread_create(&t, NULL, work, NULL);
  done = 1;
  return 0;
}
