// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int x;

void *t(void *a)
{
  if (x) exit(0);
  x = 2;
  return 0;
}

int main(void)
{
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  x = 1;
  pthread_join(h, 0);
  assert(x == 2);
  return 0;
}
