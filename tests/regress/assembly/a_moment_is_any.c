// property: unreach-call
// expect: unsafe
#include <assert.h>

int main(void)
{
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  assert(low != 17 || high != 4);
  return 0;
}
