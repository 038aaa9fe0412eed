// property: no-deadlock
// expect: safe
#define _GNU_SOURCE
#include <pthread.h>

pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void *worker(void *arg)
{
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void)
{
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  worker(NULL);
  pthread_join(a, NULL);
  return 0;
}
