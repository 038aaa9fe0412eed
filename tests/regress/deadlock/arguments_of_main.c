// property: no-deadlock
// expect: safe
// engines: auto explicit bmc horn
// How many arguments there are is decided before main starts: there is no step that some numbers could block.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(int argc, char **argv)
{
  pthread_t t;
  (void)argv;
  pthread_create(&t, NULL, worker, NULL);
  if (argc > 1) pthread_mutex_lock(&m);
  if (argc > 1) pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
