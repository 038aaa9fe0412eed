/* Calls through pointers: tables, arguments, structures of operations. */
#include "native.h"

static int add(int a, int b)
{
  return a + b;
}
static int sub(int a, int b)
{
  return a - b;
}
static int mul(int a, int b)
{
  return a * b;
}

static int (*const table[])(int, int) = {add, sub, mul};

static int twice(int (*f)(int, int), int x)
{
  return f(f(x, 3), 4);
}

struct ops {
  int (*run)(int, int);
  int extra;
};

int main(void)
{
  for (int i = 0; i < 3; i++) {
    SEE(table[i](20, 6));
    SEE(twice(table[i], 5));
  }
  struct ops o = {sub, 7};
  SEE(o.run(o.extra, 10));
  o.run = mul;
  SEE(o.run(o.extra, 10));
  SEE(o.run == mul);
  SEE(o.run == add);
  int (*chosen)(int, int) = o.extra > 3 ? add : sub;
  SEE((*chosen)(1, 2));
  DONE(0xc70ce19fu);
  return 0;
}
