// property: unreach-call no-deadlock valid-memsafety
// expect: safe
#include <assert.h>
#include <pthread.h>

int x;

void *inner(void *arg)
{
  x++;
  return NULL;
}

void *outer(void *arg)
{
  pthread_t t;
  x++;
  pthread_create(&t, NULL, inner, NULL);
  pthread_join(t, NULL);
  x++;
  return NULL;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, outer, NULL);
  pthread_join(t, NULL);
  assert(x == 3);
  return 0;
}
