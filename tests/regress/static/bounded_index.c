// property: no-overflow
// expect: safe
// engines: static
// A million iterations, and the sum stays below a thousand.
#include <pthread.h>

int total;

int main(void)
{
  for (int i = 0; i < 1000000; i++) total = (total + 1) % 1000;
  return total;
}
