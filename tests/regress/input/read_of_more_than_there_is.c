// property: valid-memsafety
// expect: unsafe
#include <unistd.h>

int main(void)
{
  char bytes[3];
  return read(0, bytes, 4) > 0;
}
