// property: unreach-call
// expect: unsafe
// engines: auto
// The copy is outdated when others change the variable between the test and the step.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int level = 8;

void *worker(void *arg)
{
  pthread_mutex_lock(&m);
  int full = level >= 10;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  if (!full) level++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void)
{
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(level >= 0 && level <= 10);
  return 0;
}
