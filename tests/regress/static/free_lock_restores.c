// property: unreach-call
// expect: safe
// engines: static auto
// While no thread holds the lock, the count is 0, whatever many holders do to it.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;

void *worker(void *arg)
{
  pthread_mutex_lock(&m);
  count++;
  count--;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void)
{
  pthread_t t[40];
  for (int i = 0; i < 40; i++) pthread_create(&t[i], NULL, worker, NULL);
  pthread_mutex_lock(&m);
  assert(count == 0);
  pthread_mutex_unlock(&m);
  return 0;
}
