// property: unreach-call
// expect: unsafe
// engines: auto
// One holder does not restore what others expect while the lock is free.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;

void *worker(void *arg)
{
  pthread_mutex_lock(&m);
  count++;
  if (!arg) count--;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void)
{
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, i == 1 ? &count : NULL);
  pthread_mutex_lock(&m);
  assert(count == 0);
  pthread_mutex_unlock(&m);
  return 0;
}
