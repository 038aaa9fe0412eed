/* A heater keeps a temperature between two bounds. */
#include "common.h"
int main(void)
{
  int t = 20, on = 0;
  while (1) {
    if (t <= 18) on = 1;
    if (t >= 22) on = 0;
    t += on ? between(0, WARM) : -between(0, COLD);
    assert(t >= LOW && t <= HIGH);
  }
}
