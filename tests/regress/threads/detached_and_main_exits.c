// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <pthread.h>
static int done;
static void *w(void *a)
{
  pthread_detach(pthread_self());
  done = 1;
  return a;
}
static void *v(void *a)
{
  (void)a;
  assert(!done);
  return 0;
}
int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  pthread_create(&t, 0, v, 0);
  pthread_exit(0);
}
