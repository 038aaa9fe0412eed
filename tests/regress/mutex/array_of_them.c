// property: unreach-call no-data-race no-deadlock
// expect: safe
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m[3];
int c[3];

void *t(void *a)
{
  long i = (long)a;
  pthread_mutex_lock(&m[i]);
  c[i]++;
  pthread_mutex_unlock(&m[i]);
  return 0;
}

int main(void)
{
  pthread_t h[6];
  for (int i = 0; i < 3; i++) pthread_mutex_init(&m[i], 0);
  for (long i = 0; i < 4; i++) pthread_create(&h[i], 0, t, (void *)(i % 2));
  for (int i = 0; i < 4; i++) pthread_join(h[i], 0);
  assert(c[0] == 2 && c[1] == 2 && c[2] == 0);
  return 0;
}
