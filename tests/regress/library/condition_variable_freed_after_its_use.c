// property: valid-memsafety no-data-race
// expect: safe
// engines: auto explicit
// The twin of condition_variable_that_was_freed: it is destroyed, and then freed.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t *ready;
int done;

void *signaller(void *arg)
{
  pthread_mutex_lock(&lock);
  done = 1;
  pthread_cond_signal(ready);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void)
{
  pthread_t t;
  ready = malloc(sizeof *ready);
  pthread_cond_init(ready, NULL);
  pthread_create(&t, NULL, signaller, NULL);
  pthread_mutex_lock(&lock);
  while (!done) pthread_cond_wait(ready, &lock);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  pthread_cond_destroy(ready);
  free(ready);
  return 0;
}
