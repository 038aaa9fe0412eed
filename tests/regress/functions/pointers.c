// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <heddle/verifier.h>

static int add(int a, int b)
{
  return a + b;
}

static int mul(int a, int b)
{
  return a * b;
}

struct operation {
  const char *name;
  int (*apply)(int, int);
};
static const struct operation table[] = {{"add", add}, {"mul", mul}};

int main(void)
{
  int i = heddle_int_range(0, 1);
  int r = table[i].apply(3, 4);
  assert(r == (i ? 12 : 7));
  return 0;
}
