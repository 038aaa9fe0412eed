// property: unreach-call
// expect: unsafe
// A thread may get a stack where a block was that is freed.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static uintptr_t last;

static void *worker(void *arg)
{
  char own[4];
  last = (uintptr_t)own;
  return arg;
}

int main(void)
{
  pthread_t t;
  char *block = malloc(1 << 18);
  uintptr_t was = (uintptr_t)block;
  free(block);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  assert(was != last);
}
