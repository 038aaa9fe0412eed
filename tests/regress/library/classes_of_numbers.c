// property: unreach-call
// expect: safe
// engines: explicit
#include <assert.h>
#include <math.h>

int main(void)
{
  volatile double zero = 0, one = 1;
  double infinity = one / zero, small = 5e-324;
  assert(isnan(zero / zero) && !isnan(infinity) && !isnan(one));
  assert(isinf(infinity) && isinf(-infinity) && !isinf(one) && !isinf(zero / zero));
  assert(isfinite(one) && isfinite(-small) && !isfinite(infinity));
  assert(isnormal(one) && isnormal(-one) && !isnormal(small) && !isnormal(zero));
  assert(copysign(2.0, -zero) == -2.0 && copysign(-2.0, one) == 2.0);
  assert(fabs(-one) == one);
  double whole = floor(one);
  return whole == one;
}
