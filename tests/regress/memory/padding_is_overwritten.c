// property: unreach-call
// expect: unsafe
// engines: explicit bmc
// What lay between the members of the target is not there any more.
#include <assert.h>
#include <string.h>

struct mixed {
  char letter;
  int number;
};

int main(void)
{
  struct mixed from, to;
  memset(&from, 7, sizeof from);
  memset(&to, 0, sizeof to);
  to = from;
  assert(((const char *)&to)[1] == 0);
  return 0;
}
