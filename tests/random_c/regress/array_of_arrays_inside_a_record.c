/* The index counts from where the array begins in the record, also through a pointer to the record. */
#include <assert.h>
#include <stdio.h>

struct board {
  int turn;
  unsigned char cells[2][3];
  unsigned char last;
};

static unsigned column = 2, row = 1;
static struct board board = {2, {{1, 2, 3}, {4, 5, 6}}, 7};

int main(void)
{
  struct board *b = &board;
  b->cells[row & 1][column % 3] += 10;
  unsigned long long check = b->cells[row & 1][column % 3] * 100u + b->cells[0][column % 3] + (unsigned)b->turn;
#ifdef PRINT
  printf("%llu\n", check);
#else
  assert(check == EXPECTED);
#endif
  return 0;
}
