// property: unreach-call
// expect: safe
// engines: auto explicit bmc
#include <assert.h>
#include <pthread.h>

static int first, second;

static void *work(void *unused)
{
  first = 1;
  second = 1;
  pthread_testcancel();
  second = 2;
  return unused;
}

int main(void)
{
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, work, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  assert(first == 1 && second >= 1);
  assert((second == 2) == (result == NULL));
  return 0;
}
