// property: unreach-call
// expect: unknown
// engines: auto explicit
// The memory that a handle points to is not known.
#include <assert.h>


typedef struct {
  int count;
} handle;
extern handle *open_it(const char *);

int main(void)
{
  handle *a = open_it("a");
  if (a) assert(a->count == 0);
  return 0;
}
