// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int done[2];

void *worker(void *arg)
{
  intptr_t me = (intptr_t)arg;
  done[me] = 1;
  assert(done[1 - me]);
  return NULL;
}

int main(void)
{
  pthread_t t[2];
  for (intptr_t i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
