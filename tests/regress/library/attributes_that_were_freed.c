// property: valid-memsafety
// expect: unsafe
// engines: auto explicit
// A thread is made by attributes that are gone.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg)
{
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_attr_t *how = malloc(sizeof *how);
  pthread_attr_init(how);
  free(how);
  pthread_create(&t, how, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
