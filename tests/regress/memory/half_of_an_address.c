// property: unreach-call
// expect: unknown
// What a half of an address is as a number depends on where the object lies.
#include <assert.h>
#include <stdint.h>

static int object;

int main(void)
{
  union {
    int *pointer;
    uint32_t halves[2];
  } view = {&object};
  assert(view.halves[0] % 16 == 0);
  return 0;
}
