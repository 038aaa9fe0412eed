/* Row sums and column sums of a matrix add up to the same. */
#include "common.h"
int m[N][M];
int main(void)
{
  int rows = 0, columns = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++) m[i][j] = i * M + j + SKEW * (i == j);
  for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) rows += m[i][j];
  for (int j = 0; j < M - SHORT; j++) for (int i = 0; i < N; i++) columns += m[i][j];
  assert(rows == columns);
}
