// property: valid-memsafety
// expect: unsafe
// engines: auto explicit
// Freed before it is destroyed.
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
  pthread_mutex_t *lock = malloc(sizeof *lock);
  pthread_mutex_init(lock, NULL);
  free(lock);
  pthread_mutex_destroy(lock);
  return 0;
}
