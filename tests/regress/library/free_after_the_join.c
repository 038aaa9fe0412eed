// property: no-data-race
// expect: safe
// engines: auto explicit
// Its twin.
#include <pthread.h>
#include <stdlib.h>

int *p;

void *reader(void *arg)
{
  return (void *)(long)p[1];
}

int main(void)
{
  pthread_t t;
  p = calloc(2, sizeof *p);
  pthread_create(&t, NULL, reader, NULL);
  pthread_join(t, NULL);
  free(p);
  return 0;
}
