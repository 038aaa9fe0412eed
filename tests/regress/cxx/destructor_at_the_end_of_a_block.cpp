// property: valid-memsafety unreach-call
// expect: safe
// A destructor runs before its object ends, also at the end of an inner block.
#include <cassert>

static int depth;

struct inside {
  int *counter;
  explicit inside(int *c) : counter(c) { ++*counter; }
  ~inside() { --*counter; }
};

int main()
{
  for (int i = 0; i < 2; i++) {
    inside outer(&depth);
    {
      inside inner(outer.counter);
      assert(depth == 2);
    }
    assert(depth == 1);
  }
  assert(depth == 0);
  return 0;
}
