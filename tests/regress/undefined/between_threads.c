// property: def-behavior
// expect: safe
// engines: explicit bmc
#include <pthread.h>

int divisor = 1;

void *t(void *a)
{
#ifdef UNDEFINED
  divisor = 0;
#endif
  divisor = 2;
  return a;
}

int main(void)
{
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  return 10 / divisor;
}
