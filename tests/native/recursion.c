/* Recursion, to a small depth. */
#include "native.h"

static uint32_t factorial(uint32_t n)
{
  return n < 2 ? 1 : n * factorial(n - 1);
}

static int fib(int n)
{
  if (n < 2) return n;
  return fib(n - 1) + fib(n - 2);
}

static int is_odd(int n);
static int is_even(int n)
{
  return n == 0 ? 1 : is_odd(n - 1);
}
static int is_odd(int n)
{
  return n == 0 ? 0 : is_even(n - 1);
}

static int sum(const int *a, int n)
{
  int local[2];
  if (n == 0) return 0;
  local[0] = a[0];
  local[1] = sum(a + 1, n - 1);
  return local[0] + 2 * local[1];
}

int main(void)
{
  static const int a[] = {3, 1, 4, 1};
  SEE(factorial(5));
  SEE(fib(4));
  SEE(is_even(4));
  SEE(is_odd(4));
  SEE(sum(a, 4));
  DONE(0x1d10cb78u);
  return 0;
}
