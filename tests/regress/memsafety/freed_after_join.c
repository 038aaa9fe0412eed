// property: valid-memsafety
// expect: safe
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
  pthread_join(t, NULL);
  free(p);
  p = NULL;
  return 0;
}
