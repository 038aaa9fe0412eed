// property: unreach-call no-overflow
// expect: safe
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

union u {
  uint32_t w;
  uint8_t b[4];

  struct {
    uint16_t lo, hi;
  } h;
} v;

void *t(void *a)
{
  v.b[0] = 0x11;
  v.b[3] = 0xff;
  return 0;
}

int main(void)
{
  pthread_t x;
  v.w = 0x22334455;
  pthread_create(&x, 0, t, 0);
  pthread_join(x, 0);
  assert(v.w == 0xff334411u);
  assert(v.h.lo == 0x4411);
  assert(v.h.hi == 0xff33);
  return 0;
}
