// property: unreach-call
// expect: unknown
// What the C library computes and is not followed must not become any value: 1.5 is 1.5.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
  double v = strtod("1.5", 0);
  assert(v == 1.5);
}
