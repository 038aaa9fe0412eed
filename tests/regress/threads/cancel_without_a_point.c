// property: unreach-call
// expect: safe
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
  x = 1;
  x = 2;
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_cancel(t);
  pthread_join(t, NULL);
  assert(x == 0 || x == 2);
  return 0;
}
