/* Short circuits, the conditional and the comma operator: what is evaluated, and how often. */
#include "native.h"

static int calls;

static int yes(int n)
{
  calls = calls * 10 + n;
  return 1;
}

static int no(int n)
{
  calls = calls * 10 + n;
  return 0;
}

int main(void)
{
  SEE(yes(1) && no(2) && yes(3));
  SEE(calls);
  SEE(no(4) || yes(5) || no(6));
  SEE(calls);
  calls = 0;
  SEE((no(1) || yes(2)) && (yes(3) || no(4)));
  SEE(calls);
  calls = 0;
  SEE(yes(1) ? no(2) : yes(3));
  SEE(no(4) ? no(5) : yes(6));
  SEE(calls);
  int a = (calls++, calls + 2);
  SEE(a);
  SEE(!(a > 3 && a < 1000000) || a == 7);
  SEE(a > 0 ? a < 100 ? 1 : 2 : 3);
  DONE(0x06cdba49u);
  return 0;
}
