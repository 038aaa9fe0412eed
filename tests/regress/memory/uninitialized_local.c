// property: unreach-call
// expect: unsafe
#include <assert.h>

int main(void)
{
  volatile _Bool started = 0;
  char c[2];
  c[0] = 1;
  if (!started) assert(c[1] == 0);
  return 0;
}
