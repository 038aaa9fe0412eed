// property: unreach-call
// expect: safe
// The thread runs while the block is there, and main's own stack is no place for blocks.
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
  int of_main;
  char *block = malloc(1 << 18);
  uintptr_t was = (uintptr_t)block;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  assert(was != last);
  free(block);
  assert(was != (uintptr_t)&of_main);
}
