// property: valid-memsafety
// expect: unsafe
#include <pthread.h>
#include <stdlib.h>

int *p;

void *worker(void *arg)
{
  if (p) free(p);
  p = NULL;
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  p = malloc(sizeof *p);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
