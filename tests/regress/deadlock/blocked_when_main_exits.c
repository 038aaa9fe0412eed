// property: no-deadlock
// expect: unsafe
// pthread_exit ends the main thread alone: the other waits for ever.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
  pthread_mutex_lock(&m);
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, worker, NULL);
  pthread_exit(NULL);
}
