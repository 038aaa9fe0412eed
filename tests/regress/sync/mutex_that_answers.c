// property: valid-sync
// expect: safe
// engines: explicit bmc
/* An error-checking and a recursive mutex answer who does not hold them. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

int main(void)
{
  pthread_mutexattr_t kind;
  pthread_mutex_t m;
  pthread_mutexattr_init(&kind);
#ifdef MISUSE
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_NORMAL);
#else
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
#endif
  pthread_mutex_init(&m, &kind);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  if (pthread_mutex_unlock(&m) == 0) pthread_mutex_destroy(&m);
}
