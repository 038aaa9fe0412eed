// property: unreach-call
// expect: unsafe
// The execution does not end where the pointer is used again.
#include <assert.h>
#include <stdint.h>
#include <string.h>

static int object = 5;

int main(void)
{
  int *pointer = &object, *again;
  uint32_t halves[2], swapped[2];
  memcpy(halves, &pointer, sizeof halves);
  swapped[0] = halves[1];
  swapped[1] = halves[0];
  halves[0] = swapped[1];
  halves[1] = swapped[0];
  memcpy(&again, halves, sizeof again);
  assert(*again != 5);
  return 0;
}
