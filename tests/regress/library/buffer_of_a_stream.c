// property: unreach-call
// expect: unknown
// engines: auto explicit
// A stream may write to the buffer that it is given whenever it likes.
#include <assert.h>
#include <stdio.h>

char buffer[BUFSIZ];

int main(void)
{
  setbuf(stdout, buffer);
  puts("text");
  assert(buffer[0] == 0);
  return 0;
}
