// property: valid-memsafety
// expect: unsafe
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
  pthread_create(&h, 0, t, 0);
  pthread_join(h, 0);
  return 0;
}
