// property: no-data-race
// expect: safe
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *worker(void *arg)
{
  x++;
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  x = 4;
  pthread_join(t, NULL);
  return x;
}
