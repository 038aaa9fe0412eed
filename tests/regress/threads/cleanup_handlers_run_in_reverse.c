// property: unreach-call
// expect: safe
// engines: auto explicit bmc
#include <assert.h>
#include <pthread.h>

static int order;

static void append(void *digit)
{
  order = 10 * order + (int)(long)digit;
}

static void inner(void)
{
  pthread_cleanup_push(append, (void *)2);
  pthread_exit((void *)5);
  pthread_cleanup_pop(0);
}

static void *work(void *unused)
{
  pthread_cleanup_push(append, (void *)1);
  pthread_cleanup_push(append, (void *)3);
  pthread_cleanup_pop(1);
  inner();
  pthread_cleanup_pop(0);
  return unused;
}

int main(void)
{
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, &result);
  assert(result == (void *)5);
  assert(order == 321);
  return 0;
}
