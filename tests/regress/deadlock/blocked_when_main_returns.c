// property: no-deadlock
// expect: safe
// The end of main ends the process, and with it the thread that waits.
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
  return 0;
}
