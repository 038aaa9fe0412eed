// property: unreach-call valid-memsafety
// expect: safe
// engines: auto explicit
// What a function returns that was given no memory points to none of the program's.
#include <assert.h>


typedef struct handle handle;
extern handle *open_it(const char *);
extern int put(handle *, int);
extern void close_it(handle *);
int x;

int main(void)
{
  handle *h = open_it("a");
  if (!h) return 1;
  put(h, 3);
  close_it(h);
  assert(x == 0);
  return 0;
}
