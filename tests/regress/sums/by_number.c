// property: unreach-call
// expect: safe
// engines: auto bmc
// Rows of numbers wider than most, by one function that is told its row, which waits for a count of the row below.
#include <pthread.h>

#define ROWS 4
#define COLUMNS 2

long __VERIFIER_nondet_long(void);
void __VERIFIER_assume(int);
void reach_error(void);

long in[ROWS][COLUMNS], out[ROWS][COLUMNS];
int ready[ROWS];

void *add(void *number)
{
  int row = (int)(long)number, j = COLUMNS;
  long sum = 0;
  while (j-- > 0) {
    long below = 0;
    sum += in[row][j];
    if (row + 1 < ROWS) {
      __VERIFIER_assume(ready[row + 1] >= COLUMNS - j);
      below = out[row + 1][j];
    }
    out[row][j] = sum + below;
    ready[row] = COLUMNS - j;
  }
  return 0;
}

int main(void)
{
  pthread_t t[ROWS];
  long total = 0;
  for (long i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) {
      in[i][j] = __VERIFIER_nondet_long();
      __VERIFIER_assume(in[i][j] >= -1000000000L && in[i][j] <= 1000000000L);
      total += in[i][j];
    }
  for (long i = 0; i < ROWS; i++) pthread_create(&t[i], 0, add, (void *)i);
  for (int i = 0; i < ROWS; i++) pthread_join(t[i], 0);
  if (out[0][0] != total) reach_error();
  return 0;
}
