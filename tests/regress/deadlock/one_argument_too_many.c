// property: no-deadlock
// expect: unsafe
// engines: auto explicit bmc
// The lock is not given back when there are three arguments.
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
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, worker, NULL);
  if (argc != 3) pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
