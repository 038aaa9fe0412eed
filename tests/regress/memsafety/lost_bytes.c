// property: valid-memsafety
// expect: unsafe
// Bytes could hold an address, but nothing points to the bytes.
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg)
{
  char *p = malloc(10);
  p[0] = 1;
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
