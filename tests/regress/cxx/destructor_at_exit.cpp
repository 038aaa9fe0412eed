// property: unreach-call
// expect: unsafe
// The destructor of a global object runs after main.
#include <cassert>

int x;

struct last {
  ~last() { assert(x == 0); }
} global;

int main()
{
  x = 1;
}
