// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <unistd.h>

int main(void)
{
  char bytes[3] = {1, 2, 3}, next = 4;
  long n = read(0, bytes, 2);
  assert(n >= -1 && n <= 2);
  assert(bytes[2] == 3 && next == 4);
  return 0;
}
