// property: unreach-call
// expect: unknown
// What the C library computes and is not followed must not become any value: 12 is 12.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
  long v = strtol("12", 0, 10);
  assert(v == 12 && atoi("3") == 3);
}
