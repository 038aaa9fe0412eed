/* Globals of types wider than any term have initial bytes all the same. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

static __int128 whole = -((__int128)3 << 70) + 9;
static long double part = 1.5L;
static struct {
  char tag;
  unsigned __int128 value;
} pair = {1, ((unsigned __int128)7 << 64) + 5};

int main(void)
{
  unsigned long long check = 0, high;
  for (unsigned i = 0; i < sizeof whole; i++) check = check * 31 + ((unsigned char *)&whole)[i];
  for (unsigned i = 0; i < 10; i++) check = check * 31 + ((unsigned char *)&part)[i];
  memcpy(&high, (char *)&pair.value + 8, sizeof high);
  check = check * 31 + high;
#ifdef PRINT
  printf("%llu\n", check);
#else
  assert(check == EXPECTED);
#endif
  return 0;
}
