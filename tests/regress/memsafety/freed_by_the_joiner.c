// property: valid-memsafety
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *t(void *a)
{
  int *p = malloc(sizeof *p);
  *p = 3;
  return p;
}

int main(void)
{
  pthread_t h;
  void *r;
  pthread_create(&h, 0, t, 0);
  pthread_join(h, &r);
  assert(*(int *)r == 3);
  free(r);
  return 0;
}
