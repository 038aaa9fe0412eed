/* memset, memcpy and friends, over whole objects and parts of them. */
#include <string.h>

#include "native.h"

struct part {
  int a;
  int16_t b[3];
};

int main(void)
{
  int x[4], y[4];
  memset(x, 0, sizeof x);
  for (int i = 0; i < 4; i++) SEE(x[i]);
  for (int i = 0; i < 4; i++) y[i] = i * 7 + 1;
  memcpy(x, y, sizeof x);
  for (int i = 0; i < 4; i++) SEE(x[i]);
  struct part p = {5, {1, 2, 3}}, q;
  memcpy(&q, &p, sizeof q);
  SEE(q.a * 1000 + q.b[0] * 100 + q.b[1] * 10 + q.b[2]);
  uint8_t bytes[6];
  memset(bytes, 0x5a, sizeof bytes);
  SEE(bytes[5]);
  memset(&p, 0xff, sizeof p);
  SEE(p.a);
  SEE(p.b[2]);
  DONE(0x95a96f49u);
  return 0;
}
