// property: unreach-call
// expect: safe
// Joining what is no thread is undefined: the execution ends there (valid-sync finds it).
#include <assert.h>
#include <pthread.h>

void *worker(void *arg)
{
  return arg;
}

int main(void)
{
  pthread_t t, none = 0;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(none, NULL);
  assert(0);
  return 0;
}
