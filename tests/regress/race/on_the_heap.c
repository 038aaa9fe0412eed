// property: no-data-race
// expect: unsafe
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg)
{
  int *p = arg;
  *p += 1;
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  int *p = calloc(1, sizeof *p);
  pthread_create(&a, NULL, worker, p);
  pthread_create(&b, NULL, worker, p);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(p);
  return 0;
}
