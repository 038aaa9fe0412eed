// property: unreach-call
// expect: unsafe
// The stack of a thread that has ended is given back, and a large block may lie there.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t last;

static void *worker(void *arg)
{
  int own;
  last = (uintptr_t)&own;
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  char *block = malloc(1 << 18);
  assert((uintptr_t)block != last);
  free(block);
}
