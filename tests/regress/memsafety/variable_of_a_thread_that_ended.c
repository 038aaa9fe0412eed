// property: valid-memsafety
// expect: unsafe
// engines: explicit bmc auto
#include <pthread.h>
_Thread_local int x;
int *g;
void *f(void *a)
{
  g = &x;
  return 0;
}
int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
  return *g;
}
