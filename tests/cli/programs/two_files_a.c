/* One half of a program; two_files_b.c has the other. */
#include <assert.h>

extern int shared;
int add_one(int x);

int main(void)
{
  assert(add_one(shared) == 42);
  return 0;
}
