// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <stdint.h>

union word {
  uint32_t whole;
  uint16_t half[2];
  uint8_t byte[4];
};

int main(void)
{
  union word w = {.whole = 0x11223344};
  assert(w.byte[0] == 0x44 && w.byte[3] == 0x11);
  assert(w.half[1] == 0x1122);
  w.byte[1] = 0xff;
  assert(w.whole == 0x1122ff44);
  return 0;
}
