// property: unreach-call valid-memsafety
// expect: safe
// Classes, virtual functions, templates, new and delete, and an object that is made before main.
#include <cassert>

struct shape {
  virtual int area() const = 0;
  virtual ~shape() {}
};

struct square : shape {
  int side;
  square(int s) : side(s) {}
  int area() const override { return side * side; }
};

template <class T> struct pair_of {
  T first, second;
  T sum() const { return first + second; }
};

struct counter {
  int n;
  counter() : n(7) {}
} global;

int main()
{
  shape *s = new square(3);
  assert(s->area() == 9);
  delete s;
  int *many = new int[global.n];
  many[6] = 1;
  delete[] many;
  pair_of<long> p = {1, 2};
  assert(p.sum() == 3);
}
