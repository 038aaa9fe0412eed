/* float and double: the operations, comparisons, what is not a number. */
#include "native.h"

static double power(double base, int n)
{
  double r = 1;
  while (n-- > 0) r *= base;
  return r;
}

int main(void)
{
  float f = 0.1f, g = 3.0f;
  double d = 0.1, e = 3;
  SEE((int)(f * 1000 + g));
  SEE(d + 0.2 == 0.3);
  SEE((d + 0.2) - 0.3 < 1e-10);
  SEE((int)(1e6 * (d / e)));
  SEE((int64_t)power(2.5, 20));
  SEE((double)f == d);
  SEE((double)f > d);
  SEE((int)-2.9);
  SEE((int)(-7.5 / 2));
  double zero = d - d, infinite = 1 / zero, none = infinite - infinite;
  SEE(infinite > 1e300);
  SEE(none == none);
  SEE(none < 1 || none >= 1);
  SEE(-zero == zero);
  SEE(1 / -zero < 0);
  float small = 1e-30f;
  SEE(small * small == 0);
  SEE(16777216.0f + 1.0f == 16777216.0f);
  DONE(0x2bc08c5du);
  return 0;
}
