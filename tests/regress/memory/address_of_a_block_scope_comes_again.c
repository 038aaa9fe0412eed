// property: unreach-call
// expect: unsafe
// engines: explicit bmc
// Variables of two blocks, one after the other, may share their place; so may arrays of variable length.
#include <assert.h>
#include <stdint.h>

static uintptr_t measure(int n)
{
  int row[n];
  row[0] = n;
  return (uintptr_t)row;
}

int main(int argc, char **argv)
{
  uintptr_t before;
  (void)argv;
  if (argc == 1) {
    {
      int first = 1;
      before = (uintptr_t)&first;
    }
    {
      int second = 2;
      assert((uintptr_t)&second != before);
    }
  }
  assert(measure(2) != measure(3));
  return 0;
}
