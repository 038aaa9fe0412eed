// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <pthread.h>

int count = 5;

void *worker(void *arg)
{
  count = 5;
  count++;
  assert(count == 6);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
