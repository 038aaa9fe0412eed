// property: unreach-call
// expect: unknown
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int done;

static void check(void)
{
  assert(done);
}

int main(void)
{
  atexit(check);
  pthread_exit(NULL);
}
