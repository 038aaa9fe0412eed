// property: valid-sync
// expect: unsafe
// What is joined is no thread.
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
