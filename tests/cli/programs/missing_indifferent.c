#include <assert.h>

extern int look(int);

int main(void)
{
  int x = look(3), y = 0;
  assert(y == 1);
  return x;
}
