// property: no-overflow
// expect: unsafe
// engines: auto
// The second of them adds one too many.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int sum = 2147483646;

void *worker(void *arg)
{
  pthread_mutex_lock(&m);
  sum++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  return 0;
}
