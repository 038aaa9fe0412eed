// property: unreach-call
// expect: unsafe
#include <assert.h>
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
  assert(x == 1);
  pthread_join(t, NULL);
  return 0;
}
