// property: valid-memsafety
// expect: unsafe
// One of two threads overwrites the only pointer to what the other allocated.
#include <pthread.h>
#include <stdlib.h>

int *shared;

void *worker(void *arg)
{
  if (!shared) shared = malloc(sizeof *shared);
  return NULL;
}

int main(void)
{
  pthread_t t, s;
  pthread_create(&t, NULL, worker, NULL);
  pthread_create(&s, NULL, worker, NULL);
  pthread_join(t, NULL);
  pthread_join(s, NULL);
  free(shared);
  return 0;
}
