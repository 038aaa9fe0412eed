// property: valid-sync
// expect: safe
// engines: explicit bmc
/* There is no barrier for nobody: the call says so, and what is there is none. */
#include <pthread.h>

pthread_barrier_t b;

int main(void)
{
  int bad = pthread_barrier_init(&b, 0, 0);
#ifdef MISUSE
  bad = 0;
#endif
  if (!bad) pthread_barrier_wait(&b);
}
