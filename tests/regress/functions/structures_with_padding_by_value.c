// property: unreach-call
// expect: safe
// engines: auto explicit bmc
#include <assert.h>

typedef struct {
  unsigned long long value;
  _Bool negative, overflow;
} number;

typedef struct {
  char a;
  short b;
  char c;
} mixed;

static number parse(int k)
{
  number n;
  n.value = (unsigned)(k < 0 ? -k : k);
  n.negative = k < 0;
  n.overflow = 0;
  return n;
}

static int sum(number n, mixed m)
{
  return (int)n.value + n.negative + m.a + m.b + m.c;
}

static mixed turned(mixed m)
{
  mixed t = {m.c, m.b, m.a};
  return t;
}

int main(void)
{
  mixed m = {1, 2, 3};
  number n = parse(-5);
  assert(n.value == 5 && n.negative && !n.overflow);
  n = parse(7);
  assert(!n.negative && sum(n, m) == 13);
  m = turned(m);
  assert(m.a == 3 && m.b == 2 && m.c == 1);
  return 0;
}
