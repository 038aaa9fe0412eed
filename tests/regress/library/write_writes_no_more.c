// property: unreach-call
// expect: safe
// engines: auto explicit
// What write says lies between -1 and the size.
#include <assert.h>
#include <unistd.h>

int main(void)
{
  long n = write(1, "abc", 3);
  assert(n >= -1 && n <= 3);
  return 0;
}
