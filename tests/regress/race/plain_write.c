// property: no-data-race
// expect: unsafe
#include <pthread.h>

int x;

void *worker(void *arg)
{
  x = 1;
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  x = 2;
  pthread_join(t, NULL);
  return 0;
}
