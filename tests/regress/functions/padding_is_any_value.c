// property: unreach-call
// expect: unsafe
#include <assert.h>
#include <string.h>

typedef struct {
  char a;
  short b;
} mixed;

static mixed make(void)
{
  mixed m;
  m.a = 1;
  m.b = 2;
  return m;
}

int main(void)
{
  mixed x = make(), y = make();
  assert(memcmp(&x, &y, sizeof x) == 0);
  return 0;
}
