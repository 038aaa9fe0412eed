// property: valid-memsafety
// expect: unsafe
// A key without a destructor: what the thread has kept there is not freed.
#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;

void *worker(void *arg)
{
  int *p = malloc(sizeof *p);
  *p = 1;
  pthread_setspecific(key, p);
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_key_create(&key, NULL);
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
