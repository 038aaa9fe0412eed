// property: no-data-race
// expect: unsafe
#include <pthread.h>
#include <stdint.h>

uint32_t g;

void *t(void *x)
{
  ((uint8_t *)&g)[2] = 1;
  return 0;
}

int main(void)
{
  pthread_t h;
  pthread_create(&h, 0, t, 0);
  g = 7;
  pthread_join(h, 0);
  return 0;
}
