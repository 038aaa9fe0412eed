// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <pthread.h>

void *t(void *a)
{
#ifdef MISUSE
  pthread_detach(pthread_self());
#endif
  return a;
}

int main(void)
{
  pthread_t x, y;
  pthread_create(&x, 0, t, 0);
  pthread_join(x, 0);
  pthread_create(&y, 0, t, 0);
  pthread_join(y, 0);
}
