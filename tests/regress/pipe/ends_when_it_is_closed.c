// property: no-deadlock unreach-call
// expect: safe
// What is in the pipe comes first in its order and then the end.
#include <assert.h>
#include <unistd.h>

int main(void)
{
  int ends[2];
  char text[4];
  if (pipe(ends) != 0) return 1;
  assert(write(ends[1], "abc", 3) == 3);
  close(ends[1]);
  assert(read(ends[0], text, 2) == 2 && text[0] == 'a' && text[1] == 'b');
  assert(read(ends[0], text, 4) == 1 && text[0] == 'c');
  assert(read(ends[0], text, 4) == 0);
  return 0;
}
