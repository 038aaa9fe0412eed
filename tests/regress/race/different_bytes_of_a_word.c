// property: no-data-race unreach-call
// expect: safe
#include <assert.h>
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
  ((uint8_t *)&g)[1] = 1;
  pthread_join(h, 0);
  assert(g == 0x010100);
  return 0;
}
