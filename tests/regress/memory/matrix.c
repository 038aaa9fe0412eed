// property: unreach-call valid-memsafety
// expect: safe
#include <assert.h>
#include <heddle/verifier.h>

int m[2][3];

int main(void)
{
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++) m[i][j] = 10 * i + j;
  int i = heddle_int_range(0, 1), j = heddle_int_range(0, 2);
  int (*row)[3] = &m[i];
  assert((*row)[j] == 10 * i + j);
  return 0;
}
