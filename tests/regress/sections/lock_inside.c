// property: unreach-call no-deadlock
// expect: safe
// The section begins when the mutex can be had.
#include <assert.h>
#include <heddle/verifier.h>
#include <pthread.h>

int a, b;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
  heddle_atomic_begin();
  pthread_mutex_lock(&m);
  a++;
  b++;
  pthread_mutex_unlock(&m);
  heddle_atomic_end();
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_mutex_lock(&m);
  int before = a;
  assert(a == before && b == before);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
