// property: valid-memsafety
// expect: safe
// engines: explicit bmc auto
#include <pthread.h>
_Thread_local int x;
int *g;
pthread_barrier_t b;
void *f(void *a)
{
  int *p = &x;
  *p = 1;
  return 0;
}
int main(void)
{
  x = 3;
  int *q = &x;
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
  return *q;
}
