// property: unreach-call no-deadlock
// expect: safe
// The index of the mutex is an input; both threads use the same.
#include <assert.h>
#include <heddle/verifier.h>
#include <pthread.h>

int count, which;
pthread_mutex_t m[3];

void *worker(void *arg)
{
  pthread_mutex_lock(&m[which]);
  count++;
  pthread_mutex_unlock(&m[which]);
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  which = heddle_int_range(0, 2);
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
  return 0;
}
