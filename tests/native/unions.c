/* One memory seen as bytes, halves and words (little-endian). */
#include "native.h"

union view {
  uint64_t whole;
  uint32_t words[2];
  uint16_t halves[4];
  uint8_t bytes[8];
  struct {
    uint8_t first;
    uint16_t second;
    int32_t third;
  } parts;
};

static union view shared;

int main(void)
{
  union view v;
  v.whole = 0x1122334455667788u;
  SEE(v.words[0]);
  SEE(v.words[1]);
  SEE(v.halves[2]);
  SEE(v.bytes[5]);
  SEE(v.parts.first);
  SEE(v.parts.second);
  SEE(v.parts.third);
  v.bytes[3] = 0xaa;
  v.halves[3] = 0xbbcc;
  SEE(v.whole);
  shared = v;
  shared.words[0] = 0;
  SEE(shared.whole);
  for (int i = 0; i < 8; i++) SEE(shared.bytes[i]);
  union {
    int32_t s;
    uint32_t u;
  } sign = {-2};
  SEE(sign.u);
  DONE(0x7c9ed960u);
  return 0;
}
