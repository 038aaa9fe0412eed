// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <pthread.h>

void *t(void *a)
{
  return a;
}

pthread_t x, none;

int main(void)
{
  pthread_create(&x, 0, t, 0);
#ifdef MISUSE
  pthread_join(none, 0);
#else
  pthread_join(x, 0);
#endif
}
