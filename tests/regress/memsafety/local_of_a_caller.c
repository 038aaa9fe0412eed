// property: valid-memsafety
// expect: safe
// Locals of callers that have not returned, also in recursion and when called again.
#include <pthread.h>

int count(int n, int *up)
{
  int x = n;
  if (up) *up += 1;
  return n ? count(n - 1, &x) + x : 0;
}

void *worker(void *arg)
{
  *(int *)arg = count(2, NULL);
  return NULL;
}

void start(void)
{
  pthread_t t;
  int x = 0;
  pthread_create(&t, NULL, worker, &x);
  pthread_join(t, NULL);
}

int main(void)
{
  start();
  start();
  return 0;
}
