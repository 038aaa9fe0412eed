/* A thread that does something else before the update that gets lost. */
#include <assert.h>
#include <pthread.h>

int count, other;

void *worker(void *arg)
{
  other = 7;
  count++;
  return arg;
}

int main(void)
{
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  other = 3;
  count++;
  pthread_join(a, NULL);
  assert(count == 2);
  return 0;
}
