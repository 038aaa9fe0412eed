/* Three bytes of bit-fields end a record of four bytes: their cell must not reach beyond it. */
#include <assert.h>
#include <stdio.h>

struct flags {
  unsigned char head;
  char a : 4;
  signed char b : 7;
  unsigned char c : 5;
};

static struct flags flags[2] = {{1, 2, -3, 4}, {5, -6, 7, 8}};

int main(void)
{
  unsigned long long check = 0;
  flags[0].b = -40;
  flags[1].c += 30;
  for (int i = 0; i < 2; i++)
    check = check * 100 + (unsigned)(flags[i].head + 3 * flags[i].a + 5 * flags[i].b + 7 * flags[i].c + 500);
#ifdef PRINT
  printf("%llu\n", check);
#else
  assert(check == EXPECTED);
#endif
  return 0;
}
