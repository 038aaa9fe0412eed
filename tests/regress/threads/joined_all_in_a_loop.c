// property: unreach-call
// expect: safe
// Threads that are all joined are interchangeable: many of them are few states.
#include <assert.h>
#include <pthread.h>

enum { N = 7 };
int x, seen[N];

void *t(void *arg)
{
  int at = x;
  seen[at] = 1;
  x = at + 1;
  return arg;
}

int main(void)
{
  pthread_t handles[N];
  for (int i = 0; i < N; i++) pthread_create(&handles[i], 0, t, 0);
  for (int i = N - 1; i >= 0; i--) pthread_join(handles[i], 0);
  assert(x >= 1 && x <= N && seen[0]);
}
