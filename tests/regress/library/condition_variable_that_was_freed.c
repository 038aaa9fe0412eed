// property: valid-memsafety
// expect: unsafe
// engines: auto explicit
// A signal looks at the condition variable, which is memory that is gone.
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
  pthread_cond_t *ready = malloc(sizeof *ready);
  pthread_cond_init(ready, NULL);
  free(ready);
  pthread_cond_signal(ready);
  return 0;
}
