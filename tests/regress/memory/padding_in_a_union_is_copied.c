// property: unreach-call
// expect: unsafe
// engines: explicit bmc
// Another member of the union sees the bytes that were copied with the structure.
#include <assert.h>

union view {
  struct {
    char letter;
    int number;
  } parts;
  unsigned words[2];
};

int main(void)
{
  union view from, to;
  from.words[0] = 0xffffff01;
  from.words[1] = 3;
  to.words[0] = 0;
  to.parts = from.parts;
  assert(to.words[0] == 1);
  return 0;
}
