// property: unreach-call
// expect: unsafe
// pthread_exit in main does not end the process: the other thread sees `left`.
#include <assert.h>
#include <pthread.h>

int left;

void *worker(void *arg)
{
  assert(!left);
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  left = 1;
  pthread_exit(NULL);
}
