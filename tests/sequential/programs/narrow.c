/* What does not fit a type is cut off, as compilers do. */
#include "common.h"
int main(void)
{
  int x = INPUT();
  TYPE y = (TYPE)x;
  if (x >= LOW && x <= HIGH) assert(y == x);
}
