// property: no-data-race
// expect: unsafe
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

void *worker(void *arg)
{
  ready = 1;
  data = 7;
  return NULL;
}

int main(void)
{
  pthread_t t;
  int got = 0;
  pthread_create(&t, NULL, worker, NULL);
  if (ready) got = data;
  pthread_join(t, NULL);
  return got;
}
