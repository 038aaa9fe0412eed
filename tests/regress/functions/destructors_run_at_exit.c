// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <stdlib.h>

static int x;

__attribute__((constructor)) static void before(void)
{
  x = 1;
}

__attribute__((destructor)) static void after(void)
{
  assert(x == 1);
}

int main(void)
{
  if (x == 1) x = 2;
  exit(0);
}
