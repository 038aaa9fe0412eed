// property: unreach-call no-deadlock valid-memsafety
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int seen[2];

void *worker(void *arg)
{
  seen[(intptr_t)arg] = 1;
  return NULL;
}

int main(void)
{
  pthread_t t[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void *)i);
  for (int k = 0; k < 2; k++) pthread_join(t[k], NULL);
  assert(seen[0] && seen[1]);
  return 0;
}
