// property: no-data-race
// expect: safe
// engines: static
// The lock is held in one of two branches, and only that one writes.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg)
{
  int got = pthread_mutex_trylock(&m);
  if (got == 0) {
    x++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_mutex_lock(&m);
  x = 7;
  pthread_mutex_unlock(&m);
  return 0;
}
