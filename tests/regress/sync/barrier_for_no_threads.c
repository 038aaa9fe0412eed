// property: valid-sync
// expect: safe
// engines: explicit bmc
/* A barrier for no threads is refused: the call returns an error, and there is no barrier afterwards. */
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
