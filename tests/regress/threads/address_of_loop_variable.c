// property: unreach-call
// expect: unsafe
// Both threads get the address of one variable, which changes before the first looks.
#include <assert.h>
#include <pthread.h>

int seen[3];

void *worker(void *arg)
{
  int i = *(int *)arg;
  seen[i] = 1;
  return NULL;
}

int main(void)
{
  pthread_t t[2];
  int i;
  for (i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &i);
  for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
  assert(seen[0] && seen[1]);
  return 0;
}
