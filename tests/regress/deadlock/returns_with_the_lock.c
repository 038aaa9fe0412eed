// property: no-deadlock
// expect: unsafe
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *t(void *a)
{
  pthread_mutex_lock(&m);
  if (x == 0) return 0;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void)
{
  pthread_t h[2];
  pthread_create(&h[0], 0, t, 0);
  pthread_create(&h[1], 0, t, 0);
  pthread_join(h[0], 0);
  pthread_join(h[1], 0);
  return 0;
}
