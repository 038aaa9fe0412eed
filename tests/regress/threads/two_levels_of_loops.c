// property: unreach-call no-deadlock valid-memsafety
// expect: safe
// Each of two threads creates two.
#include <assert.h>
#include <pthread.h>

_Atomic int count;

void *leaf(void *arg)
{
  count++;
  return NULL;
}

void *parent(void *arg)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, leaf, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return NULL;
}

int main(void)
{
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, parent, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(count == 4);
  return 0;
}
