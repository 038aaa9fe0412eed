// property: valid-sync
// expect: safe
// engines: explicit bmc
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
  pthread_mutex_t *m = malloc(sizeof *m);
#ifndef MISUSE
  pthread_mutex_init(m, 0);
#endif
  pthread_mutex_lock(m);
  pthread_mutex_unlock(m);
  free(m);
}
