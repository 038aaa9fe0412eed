// property: unreach-call
// expect: unsafe
// engines: auto explicit
// Two handles are the same one, or not.
#include <assert.h>


typedef struct handle handle;
extern handle *open_it(const char *);

int main(void)
{
  handle *a = open_it("a"), *b = open_it("b");
  if (a && b) assert(a == b);
  return 0;
}
