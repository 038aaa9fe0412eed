// property: unreach-call
// expect: unsafe
// The function of the derived class is called, not that of its base.
#include <cassert>

struct shape {
  virtual int area() const { return 0; }
  virtual ~shape() {}
};

struct square : shape {
  int area() const override { return 9; }
};

int main()
{
  shape *s = new square();
  assert(s->area() == 0);
  delete s;
}
