// property: valid-sync
// expect: unsafe
// Passed by value, and moved by a reallocation: neither is the mutex that was locked.
#include <pthread.h>
#include <stdlib.h>

struct guarded {
  pthread_mutex_t mutex;
  int value;
};

static void leave(struct guarded copy)
{
  pthread_mutex_unlock(&copy.mutex);
}

int main(int argc, char **argv)
{
  struct guarded *block = malloc(sizeof *block);
  (void)argv;
  pthread_mutex_init(&block->mutex, NULL);
  pthread_mutex_lock(&block->mutex);
  if (argc > 1) leave(*block);
  block = realloc(block, 2 * sizeof *block);
  pthread_mutex_unlock(&block->mutex);
  free(block);
  return 0;
}
