// property: no-deadlock
// expect: safe
// A third lock makes the opposite orders harmless.
#include <pthread.h>

pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

void *t1(void *x)
{
  pthread_mutex_lock(&g);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&g);
  return 0;
}

void *t2(void *x)
{
  pthread_mutex_lock(&g);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&g);
  return 0;
}

int main(void)
{
  pthread_t h[2];
  pthread_create(&h[0], 0, t1, 0);
  pthread_create(&h[1], 0, t2, 0);
  for (int i = 0; i < 2; i++) pthread_join(h[i], 0);
  return 0;
}
