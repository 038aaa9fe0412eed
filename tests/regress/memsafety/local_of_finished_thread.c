// property: valid-memsafety
// expect: unsafe
// What a thread left on its stack is gone when it has called pthread_exit.
#include <pthread.h>

int *kept;

void leave(int *p)
{
  kept = p;
  pthread_exit(NULL);
}

void *worker(void *arg)
{
  int x = 1;
  leave(&x);
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return *kept;
}
