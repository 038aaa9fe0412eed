// property: no-data-race
// expect: unsafe
#include <pthread.h>

volatile int stop;

void *worker(void *arg)
{
  while (!stop) continue;
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  stop = 1;
  pthread_join(t, NULL);
  return 0;
}
