// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <pthread.h>

static int n;

static void count(void *arg)
{
  n += *(int *)arg;
}

static void *worker(void *arg)
{
  pthread_cleanup_push(count, arg);
  pthread_exit(NULL); /* runs count */
  pthread_cleanup_pop(0);
  return NULL;
}

int main(void)
{
  pthread_t t;
  int one = 1;
  pthread_create(&t, NULL, worker, &one);
  pthread_join(t, NULL);
  assert(n == 0);
  return 0;
}
