// property: unreach-call no-data-race
// expect: safe
// A static variable of a function is made by the first call, whichever thread makes it.
#include <cassert>
#include <thread>

int made;

struct single {
  int value;
  single() : value(4) { made++; }
};

single &get()
{
  static single s;
  return s;
}

int main()
{
  std::thread a([] { assert(get().value == 4); });
  assert(get().value == 4);
  a.join();
  assert(made == 1);
}
