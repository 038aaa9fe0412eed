// property: valid-memsafety
// expect: unsafe
// What a thread keeps in a variable of its own is gone with the thread.
#include <pthread.h>
#include <stdlib.h>

__thread int *own;

void *worker(void *arg)
{
  own = malloc(sizeof *own);
  *own = 1;
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
