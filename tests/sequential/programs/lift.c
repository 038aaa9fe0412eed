/* A lift between floors moves with its doors closed. */
#include "common.h"
int main(void)
{
  int floor = 0, door = 0, moving = 0;
  while (1) {
    int wish = INPUT();
    if (moving) {
      assert(!door);
      if (wish > 0 && floor < TOP) floor++;
      else if (wish < 0 && floor > 0) floor--;
      else moving = 0;
    } else if (door) {
      if (wish == 0) door = 0;
    } else if (wish == 7) {
      door = 1;
      moving = FAULT;
    } else if (wish) {
      moving = 1;
    }
    assert(floor >= 0 && floor <= HIGHEST);
  }
}
