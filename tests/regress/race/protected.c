// property: no-data-race
// expect: safe
#include <pthread.h>

int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void)
{
  pthread_t t;
  x = 5;
  pthread_create(&t, NULL, worker, NULL);
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return x;
}
