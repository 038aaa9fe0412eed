// property: no-data-race
// expect: unsafe
#include <pthread.h>
#include <string.h>

char g[8];

void *t(void *x)
{
  g[5] = 1;
  return 0;
}

int main(void)
{
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  memset(g, 0, 8);
  pthread_join(h, 0);
  return 0;
}
