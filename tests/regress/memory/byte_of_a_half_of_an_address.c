// property: unreach-call
// expect: unknown
// Nor is a byte of a half a number that could be known.
#include <assert.h>
#include <stdint.h>

static int object;

int main(void)
{
  union {
    int *pointer;
    uint32_t halves[2];
  } view = {&object};
  uint32_t half = view.halves[1];
  assert((uint8_t)half == 0xe9);
  return 0;
}
