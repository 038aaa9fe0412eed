// property: unreach-call
// expect: safe
// engines: auto explicit bmc
#include <assert.h>

/* Addresses of locals are compared, so frames may lie where others were; the distance of two pointers into one array
 * does not depend on that. */
static int sum_of(int count)
{
  signed char values[4] = {1, 2, 3, 4};
  unsigned long start = 3, *place = &start;
  int same = place == &start, sum = 0;
  signed char *first = values, *next = first;
  while (next != first + count) sum += *next++;
  return same + sum + (int)(next - first);
}

int main(void)
{
  int total = 0;
  for (int i = 0; i < 2; i++) total += sum_of(2);
  assert(total == 12);
  return 0;
}
