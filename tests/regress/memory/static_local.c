// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>

static int next(void)
{
  static int count = 3;
  return count++;
}

static int other(void)
{
  static int count;
  return ++count;
}

int main(void)
{
  assert(next() == 3);
  assert(other() == 1);
  assert(next() == 4);
  assert(other() == 2);
  return 0;
}
