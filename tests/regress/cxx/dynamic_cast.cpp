// property: unreach-call
// expect: unknown
// Types at run time are not followed.
#include <cassert>

struct base {
  virtual ~base() {}
};
struct left : base {};
struct right : base {};

int main()
{
  base *b = new left();
  assert(!dynamic_cast<right *>(b));
  delete b;
}
