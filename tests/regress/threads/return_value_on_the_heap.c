// property: unreach-call no-deadlock valid-memsafety
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *worker(void *arg)
{
  int *result = malloc(sizeof *result);
  *result = *(int *)arg + 1;
  return result;
}

int main(void)
{
  pthread_t t;
  int in = 6;
  void *out;
  pthread_create(&t, NULL, worker, &in);
  pthread_join(t, &out);
  assert(*(int *)out == 7);
  free(out);
  return 0;
}
