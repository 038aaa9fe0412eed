// property: def-behavior
// expect: safe
// engines: explicit bmc
// An index beyond the array that it is for is undefined also where the object goes on: a row of a matrix, a member. The
// address one behind the last element is fine, and so is a last member that is longer than its declaration.
#include <stdlib.h>
#ifdef UNDEFINED
enum { LAST = 3 };
#else
enum { LAST = 2 };
#endif

int matrix[2][3];
struct record {
  char name[3];
  int number;
} record;
struct text {
  int length;
  char letters[1];
};

int main(void)
{
  volatile int last = LAST;
  int *end = &matrix[0][3];
  struct text *t = malloc(sizeof *t + 4);
  matrix[0][last] = 1;
  record.name[last] = 1;
  t->letters[3] = (char)(end - matrix[0]);
  free(t);
  return matrix[1][0];
}
