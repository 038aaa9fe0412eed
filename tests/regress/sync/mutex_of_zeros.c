// property: valid-sync
// expect: safe
// engines: explicit bmc
/* A global without an initializer, and memory of calloc, are mutexes on Linux. A local is not. */
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m;

int main(void)
{
  pthread_mutex_t *n = calloc(1, sizeof *n);
#ifdef MISUSE
  pthread_mutex_t local;
  n = &local;
#endif
  pthread_mutex_lock(&m);
  pthread_mutex_lock(n);
  pthread_mutex_unlock(n);
  pthread_mutex_unlock(&m);
}
