// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <pthread.h>

int count;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *careful(void *arg)
{
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return NULL;
}

void *careless(void *arg)
{
  count++;
  return NULL;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, NULL, careful, NULL);
  pthread_create(&b, NULL, careless, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
  return 0;
}
