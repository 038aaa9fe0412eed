/* A sum that saturates instead of growing without bound. */
#include "common.h"
int main(void)
{
  int s = 0;
  while (INPUT()) {
    int x = between(0, 10);
    s = s + x > TOP ? TOP : s + x;
    assert(s >= 0 && s <= LIMIT);
  }
}
