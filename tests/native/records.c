/* An array of structures, indexed by variables. */
#include "native.h"

struct record {
  int key;
  struct {
    uint8_t kind;
    int16_t values[2];
  } inner;
};

static struct record table[4];

int main(void)
{
  for (int i = 0; i < 4; i++) {
    table[i].key = i * i - 3;
    table[i].inner.kind = (uint8_t)(i + 'A');
    for (int k = 0; k < 2; k++) table[i].inner.values[k] = (int16_t)(i * 100 - k);
  }
  struct record r = table[2];
  table[2] = table[1];
  table[1] = r;
  for (int i = 0; i < 4; i++) {
    SEE(table[i].key);
    SEE(table[i].inner.kind);
    SEE(table[i].inner.values[i & 1]);
  }
  struct record *p = &table[3];
  p->inner.values[1] += p->inner.values[0];
  SEE(table[3].inner.values[1]);
  DONE(0xf4476a4du);
  return 0;
}
