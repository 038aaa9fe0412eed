// property: unreach-call no-deadlock
// expect: safe
// Copies of one thread are different owners of a recursive mutex.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

int inside;
pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

void *worker(void *arg)
{
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  inside++;
  assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void)
{
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
