#include <assert.h>

extern unsigned look(void);

int main(void)
{
  int a[4] = {0};
  a[look() % 4] = 1;
  assert(a[2] == 1);
  return 0;
}
