// property: unreach-call
// expect: unsafe
// engines: auto explicit
// A pointer to an element reaches the whole array, however large it is.
#include <assert.h>


extern void init(int *);

int main(void)
{
  int buffer[100] = {0};
  init(&buffer[3]);
  assert(buffer[70] == 0);
  return 0;
}
