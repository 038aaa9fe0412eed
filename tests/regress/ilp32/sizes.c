// property: unreach-call
// expect: safe
// options: --data-model ILP32
#include <assert.h>
#include <limits.h>

struct mixed {
  char c;
  long long wide;
  void *p;
};

int main(void)
{
  assert(sizeof(int) == 4 && sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(long long) == 8);
  assert(sizeof(struct mixed) == 16);
  assert(LONG_MAX == 2147483647);
  unsigned long u = ULONG_MAX;
  u++;
  assert(u == 0);
  return 0;
}
