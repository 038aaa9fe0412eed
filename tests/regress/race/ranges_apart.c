// property: no-data-race
// expect: safe
#include <pthread.h>

int a[4];

void *t(void *x)
{
  for (int i = 0; i < 2; i++) a[i] = 1;
  return 0;
}

int main(void)
{
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  for (int i = 2; i < 4; i++) a[i] = 2;
  pthread_join(h, 0);
  return 0;
}
