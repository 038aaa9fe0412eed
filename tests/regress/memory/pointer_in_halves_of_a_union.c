// property: unreach-call
// expect: safe
// Halves that are only moved and put together again point where they did; a number beside a pointer is a number.
#include <assert.h>
#include <stdint.h>

union view {
  int *pointer;
  struct {
    uint32_t low, high;
  } halves;
};

static int object = 5;

int main(void)
{
  union view from = {&object}, to, number;
  to.halves.low = from.halves.low;
  to.halves.high = from.halves.high;
  assert(*to.pointer == 5);
  int *again = (int *)((uint64_t)from.halves.high << 32 | from.halves.low);
  assert(*again == 5);
  number.halves.low = 7;
  number.halves.high = 1;
  assert(number.halves.low % 4 == 3 && number.halves.low > number.halves.high);
  return 0;
}
