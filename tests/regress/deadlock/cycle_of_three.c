// property: no-deadlock
// expect: unsafe
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;

void *t1(void *x)
{
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return 0;
}

void *t2(void *x)
{
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&c);
  pthread_mutex_unlock(&c);
  pthread_mutex_unlock(&b);
  return 0;
}

void *t3(void *x)
{
  pthread_mutex_lock(&c);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&c);
  return 0;
}

int main(void)
{
  pthread_t h[3];
  pthread_create(&h[0], 0, t1, 0);
  pthread_create(&h[1], 0, t2, 0);
  pthread_create(&h[2], 0, t3, 0);
  for (int i = 0; i < 3; i++) pthread_join(h[i], 0);
  return 0;
}
