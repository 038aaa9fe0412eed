// property: no-overflow
// expect: unsafe
// Between the test and the addition another thread adds.
#include <limits.h>
#include <pthread.h>

int x = INT_MAX - 1;

void *worker(void *arg)
{
  if (x < INT_MAX) x = x + 1;
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  if (x < INT_MAX) x = x + 1;
  pthread_join(t, NULL);
  return 0;
}
