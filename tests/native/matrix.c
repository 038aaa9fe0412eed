/* Arrays of arrays. */
#include "native.h"

enum { N = 3 };
static int a[N][N] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 10}};

int main(void)
{
  int b[N][N], c[N][N];
  for (int i = 0; i < N; i++)
    for (int k = 0; k < N; k++) b[i][k] = a[k][i] - i * k;
  for (int i = 0; i < N; i++) {
    for (int k = 0; k < N; k++) {
      c[i][k] = 0;
      for (int j = 0; j < N; j++) c[i][k] += a[i][j] * b[j][k];
      SEE(c[i][k]);
    }
  }
  int *row = c[1];
  row[2] = -1;
  SEE(c[1][2]);
  uint8_t cube[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
  int sum = 0;
  for (int i = 0; i < 8; i++) sum = sum * 3 + cube[i >> 2][i >> 1 & 1][i & 1];
  SEE(sum);
  DONE(0xf379db0au);
  return 0;
}
