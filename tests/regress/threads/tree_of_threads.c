// property: unreach-call
// expect: safe
#include <assert.h>
#include <pthread.h>

int n;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *leaf(void *a)
{
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
  return 0;
}

void *mid(void *a)
{
  pthread_t h[2];
  for (int i = 0; i < 2; i++) pthread_create(&h[i], 0, leaf, 0);
  for (int i = 0; i < 2; i++) pthread_join(h[i], 0);
  return 0;
}

int main(void)
{
  pthread_t h[2];
  for (int i = 0; i < 2; i++) pthread_create(&h[i], 0, mid, 0);
  for (int i = 0; i < 2; i++) pthread_join(h[i], 0);
  assert(n == 4);
  return 0;
}
