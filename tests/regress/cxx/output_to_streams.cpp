// property: unreach-call valid-memsafety
// expect: safe
// What is written to a stream changes nothing that the program sees.
#include <cassert>
#include <iomanip>
#include <iostream>
#include <string>

static int calls;
static std::ostream &twice(std::ostream &out)
{
  calls++;
  return out << "twice";
}

int main()
{
  int x = 3;
  char *text = new char[2]{'a', 0};
  std::cout << "hello " << x << ' ' << 4.5 << text << std::endl;
  std::cout << std::hex << std::setw(4) << std::setfill('0') << x << std::string("b") << twice << std::flush;
  std::cerr << 1L << 2u << true << '\n';
  delete[] text;
  assert(x == 3 && calls == 1);
}
