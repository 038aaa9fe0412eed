/* Two increments without a lock; one may get lost. */
#include <assert.h>
#include <pthread.h>

int count;

void *worker(void *arg)
{
  count++;
  return arg;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
  return 0;
}
