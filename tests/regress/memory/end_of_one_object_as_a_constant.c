// property: unreach-call
// expect: unsafe
// Both addresses are constants: the end of one array may still be where the other one begins.
#include <assert.h>

int a[2], b[2];

int main(void)
{
  assert(a + 2 != b);
}
