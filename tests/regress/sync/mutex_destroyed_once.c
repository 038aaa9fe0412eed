// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <pthread.h>

int main(void)
{
  pthread_mutex_t m;
  pthread_mutex_init(&m, 0);
  pthread_mutex_destroy(&m);
#ifdef MISUSE
  pthread_mutex_destroy(&m);
#endif
}
