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
  pthread_t x;
  pthread_attr_t kind;
  pthread_attr_init(&kind);
#ifdef MISUSE
  pthread_attr_setdetachstate(&kind, PTHREAD_CREATE_DETACHED);
#else
  pthread_attr_setdetachstate(&kind, PTHREAD_CREATE_JOINABLE);
#endif
  pthread_create(&x, &kind, t, 0);
  pthread_join(x, 0);
}
