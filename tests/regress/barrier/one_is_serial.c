// property: unreach-call no-deadlock
// expect: safe
// Exactly one of the threads is told to be the serial one.
#include <assert.h>
#include <pthread.h>

_Atomic int serial;
pthread_barrier_t b;

void *worker(void *arg)
{
  if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
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
  assert(serial == 1);
  return 0;
}
