// property: valid-memsafety
// expect: unsafe
#include <pthread.h>
#include <stdlib.h>

int *p;

void *worker(void *arg)
{
  *p = 1;
  return NULL;
}

int main(void)
{
  pthread_t t;
  p = malloc(sizeof *p);
  pthread_create(&t, NULL, worker, NULL);
  free(p);
  pthread_join(t, NULL);
  return 0;
}
