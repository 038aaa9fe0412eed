// property: no-data-race
// expect: unsafe
#include <pthread.h>

void *t(void *a)
{
  int v = *(int *)a;
  return (void *)(long)v;
}

int main(void)
{
  pthread_t h;
  int x = 1;
  pthread_create(&h, 0, t, &x);
  x = 2;
  pthread_join(h, 0);
  return 0;
}
