// property: unreach-call
// expect: unsafe
// engines: lockstep auto
// The second thread reads what the first one writes: not every order of their steps gives the same.
#include <assert.h>
#include <pthread.h>

int a, b;

void *first(void *arg)
{
  for (int i = 0; i < 3; i++) a++;
  return arg;
}

void *second(void *arg)
{
  for (int i = 0; i < 3; i++) b = a;
  return arg;
}

int main(void)
{
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(b >= 1);
  return 0;
}
