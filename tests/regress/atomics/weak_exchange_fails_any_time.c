// property: unreach-call
// expect: unsafe
// A weak compare-and-exchange may fail although no other thread touched the value.
#include <assert.h>
#include <stdatomic.h>

atomic_int x;

int main(void)
{
  int expected = 0;
  if (!atomic_compare_exchange_weak(&x, &expected, 1)) assert(expected != 0);
  return 0;
}
