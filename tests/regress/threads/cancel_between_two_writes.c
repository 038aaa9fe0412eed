// property: unreach-call
// expect: unsafe
// engines: auto explicit bmc
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int first, second;

static void *work(void *unused)
{
  first = 1;
  printf("between\n"); /* may be a cancellation point */
  second = 1;
  return unused;
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  assert(first == second);
  return 0;
}
