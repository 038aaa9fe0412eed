/* One step back, among elements of the same width on both sides of the array. */
#include <assert.h>
#include <stdio.h>

struct table {
  short before[20];
  short row[3];
  short after;
};

static struct table table = {{1}, {2, 3, 4}, 5};
static int one = 1;

int main(void)
{
  short *base = table.row, *at = &base[one && base];
  if (at > base) at -= 1;
  unsigned long long check = (unsigned)at[0];
#ifdef PRINT
  printf("%llu\n", check);
#else
  assert(check == EXPECTED);
#endif
  return 0;
}
