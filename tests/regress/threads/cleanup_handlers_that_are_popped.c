// property: unreach-call
// expect: safe
// engines: auto explicit bmc
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void release(void *m)
{
  pthread_mutex_unlock(m);
}

static void *add(void *arg)
{
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(release, &lock);
  n++;
  pthread_cleanup_pop(1);
  return arg;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  add(NULL);
  pthread_join(t, NULL);
  assert(n == 2);
  return 0;
}
