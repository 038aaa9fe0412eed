/* break, continue and do-while. */
#include "common.h"
int main(void)
{
  int i = 0, odd = 0;
  do {
    i++;
    if (i % 2 == 0) continue;
    odd++;
    if (i == STOP) break;
  } while (i < N);
  assert(odd == ODD);
}
