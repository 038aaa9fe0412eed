// property: no-data-race
// expect: unsafe
// engines: auto explicit
// The old block is gone while another thread may read it.
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
  int *q = realloc(p, 16);
  pthread_join(t, NULL);
  free(q);
  return 0;
}
