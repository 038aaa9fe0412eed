// property: unreach-call
// expect: unknown
// engines: explicit
// The address of `other` is written over the member byte by byte, which the analysis does not follow: the call must not be taken
// for one of `usual`.
#include <assert.h>

struct holder {
  int n;
  void (*f)(int *);
};

static void usual(int *x) { *x = 1; }
static void other(int *x) { *x = 2; }
static void (*kept)(int *) = other;
static struct holder h = {1, usual};

int main(void)
{
  int x = 0;
  char *to = (char *)&h + 8, *from = (char *)&kept;
  for (int i = 0; i < 8; i++) to[i] = from[i];
  h.f(&x);
  assert(x == 1);
}
