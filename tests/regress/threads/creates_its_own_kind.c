// property: unreach-call
// expect: safe
#include <assert.h>
#include <pthread.h>

int n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *t(void *a)
{
  long d = (long)a;
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  if (d > 0) {
    pthread_t h;
    pthread_create(&h, 0, t, (void *)(d - 1));
    pthread_join(h, 0);
  }
  return 0;
}

int main(void)
{
  t((void *)2);
  assert(n == 3);
  return 0;
}
