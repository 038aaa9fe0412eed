// property: no-data-race
// expect: unsafe
// engines: auto
// It writes before the join.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;

void *worker(void *arg)
{
  y = 1;
  pthread_mutex_lock(&m);
  x += y;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void)
{
  pthread_t t;
  x = 1;
  y = 2;
  pthread_create(&t, NULL, worker, NULL);
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  y++;
  pthread_join(t, NULL);
  x++;
  y++;
  return x;
}
