// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <unistd.h>

int main(void)
{
  char bytes[4];
  long n = read(0, bytes, sizeof bytes);
  assert(n <= 0 || n == 4);
  return 0;
}
