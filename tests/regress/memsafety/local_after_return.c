// property: valid-memsafety
// expect: unsafe
// A thread uses a local of the function that created it, which may have returned.
#include <pthread.h>

pthread_t t;

void *worker(void *arg)
{
  *(int *)arg = 1;
  return NULL;
}

void start(void)
{
  int x = 0;
  pthread_create(&t, NULL, worker, &x);
}

int main(void)
{
  start();
  pthread_join(t, NULL);
  return 0;
}
