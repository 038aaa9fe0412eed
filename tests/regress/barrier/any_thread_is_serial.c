// property: unreach-call
// expect: unsafe
// Which thread is the serial one is not specified: it may be the first to get ready.
#include <assert.h>
#include <pthread.h>

_Atomic int ready;
pthread_barrier_t b;

void *worker(void *arg)
{
  int order = ++ready;
  int r = pthread_barrier_wait(&b);
  if (r == PTHREAD_BARRIER_SERIAL_THREAD) assert(order == 2);
  return NULL;
}

int main(void)
{
  pthread_t x, y;
  pthread_barrier_init(&b, NULL, 2);
  pthread_create(&x, NULL, worker, NULL);
  pthread_create(&y, NULL, worker, NULL);
  pthread_join(x, NULL);
  pthread_join(y, NULL);
  return 0;
}
