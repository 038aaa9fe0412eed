// property: unreach-call no-deadlock
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next, serving;
int count;

void *worker(void *arg)
{
  unsigned mine = atomic_fetch_add(&next, 1);
  while (serving != mine) continue;
  count++;
  serving++;
  return NULL;
}

int main(void)
{
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(count == 3);
  return 0;
}
