/* A pointer that is decremented began at the upper end of its array, in the middle of a record. */
#include <assert.h>
#include <stdio.h>

struct line {
  int length;
  char text[5];
  char end;
};

static struct line line = {5, {1, 2, 3, 4, 5}, 6};

int main(void)
{
  unsigned long long check = 0;
  char *base = line.text, *at = base + 4;
  while (at > base) {
    check = check * 10 + (unsigned)*at;
    --at;
  }
  check = check * 10 + (unsigned)at[0];
#ifdef PRINT
  printf("%llu\n", check);
#else
  assert(check == EXPECTED);
#endif
  return 0;
}
