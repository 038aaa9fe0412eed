// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <math.h>

int main(void)
{
  volatile double number = 2.5;
  assert(floor(number) != 2.0);
  return 0;
}
