// property: no-data-race
// expect: safe
// engines: static
// More threads than the model has, created and joined in loops.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg)
{
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void)
{
  pthread_t t[1000];
  for (int i = 0; i < 1000; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 1000; i++) pthread_join(t[i], NULL);
  pthread_mutex_lock(&m);
  x--;
  pthread_mutex_unlock(&m);
  return 0;
}
