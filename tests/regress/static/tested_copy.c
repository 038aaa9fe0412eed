// property: unreach-call
// expect: safe
// engines: static auto
// What is tested is a copy; under the lock it says the same about the variable.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int level;

void *worker(void *arg)
{
  pthread_mutex_lock(&m);
  if (level < 10) level++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void)
{
  pthread_t t[30];
  for (int i = 0; i < 30; i++) pthread_create(&t[i], NULL, worker, NULL);
  pthread_mutex_lock(&m);
  assert(level >= 0 && level <= 10);
  pthread_mutex_unlock(&m);
  return 0;
}
