// property: valid-memsafety
// expect: unsafe
#include <iostream>

int main()
{
  char *text = new char[2]{'a', 0};
  delete[] text;
  std::cout << text << std::endl;
}
