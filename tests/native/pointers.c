/* Addresses of globals and locals, pointers to pointers, exchanges through them. */
#include "native.h"

static int g = 5;
static int *where = &g;

static void exchange(int *a, int *b)
{
  int old = *a;
  *a = *b;
  *b = old;
}

static void point_to(int **p, int *target)
{
  *p = target;
}

int main(void)
{
  int x = 7, y = 9, *p = &x, **pp = &p;
  exchange(&x, &y);
  SEE(x * 10 + y);
  exchange(p, where);
  SEE(x);
  SEE(g);
  *pp = &y;
  *p = 70;
  SEE(y);
  point_to(&where, &y);
  (*where)++;
  SEE(y);
  SEE(where == p);
  SEE(where == &g);
  SEE(p != 0);
  p = 0;
  SEE(!p);
  SEE(**(&where));
  DONE(0x1e97c943u);
  return 0;
}
