/* Copied from a constant at once: too large to look at byte by byte, and its cells differ. */
#include <assert.h>
#include <stdio.h>

struct row {
  long long key;
  short tag;
  char mark;
};
struct table {
  struct row rows[40];
  int used;
};

int main(void)
{
  struct table t = {{{5, 6, 7}, {8, 9, 10}, [39] = {11, 12, 13}}, 14}, u;
  u = t;
  u.rows[1].tag++;
  unsigned long long check = (unsigned long long)(u.rows[0].key + 3 * u.rows[1].tag + 5 * u.rows[39].mark + 7 * u.used);
#ifdef PRINT
  printf("%llu\n", check);
#else
  assert(check == EXPECTED);
#endif
  return 0;
}
