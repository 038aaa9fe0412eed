// property: unreach-call no-deadlock valid-memsafety
// expect: safe
#include <assert.h>
#include <heddle/verifier.h>
#include <pthread.h>

int count;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void)
{
  pthread_t t[3];
  int n = heddle_int_range(1, 3);
  for (int i = 0; i < n; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < n; i++) pthread_join(t[i], NULL);
  assert(count == n);
  return 0;
}
