// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <pthread.h>

void *t(void *a)
{
  return a;
}

int main(void)
{
  pthread_t x[2];
  for (int i = 0; i < 2; i++) pthread_create(&x[i], 0, t, 0);
  pthread_join(x[0], 0);
#ifdef MISUSE
  pthread_join(x[0], 0);
#endif
  pthread_join(x[1], 0);
}
