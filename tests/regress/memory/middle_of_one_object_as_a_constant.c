// property: unreach-call
// expect: safe
// What lies inside of one array is nowhere in another one.
#include <assert.h>

int a[2], b[2];

int main(void)
{
  assert(a + 1 != b && a != b);
}
