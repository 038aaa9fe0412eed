// property: unreach-call
// expect: safe
// engines: explicit
// What was never written may be copied as long as nothing depends on it.
#include <assert.h>
#include <pthread.h>

int from[4], to[4];

void *t(void *arg)
{
  int fresh[4];
  fresh[0] = from[0];
  for (int k = 0; k < 4; k++) to[k] = fresh[k];
  return arg;
}

int main(void)
{
  pthread_t handle;
  from[0] = 3;
  pthread_create(&handle, 0, t, 0);
  pthread_join(handle, 0);
  assert(to[0] * 2 + 1 == 7);
}
