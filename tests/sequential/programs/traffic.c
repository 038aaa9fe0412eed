/* Two traffic lights and a controller; a button makes it hurry. */
#include "common.h"
enum { RED, YELLOW, GREEN };
int main(void)
{
  int north = GREEN, east = RED, clock = 0;
  while (1) {
    clock = clock < 5 ? clock + 1 : 5;
    if (north == GREEN && (clock == 5 || INPUT())) { north = YELLOW; clock = 0; }
    else if (north == YELLOW && clock > WAIT) { north = RED; east = GREEN; clock = 0; }
    else if (east == GREEN && (clock == 5 || INPUT())) { east = YELLOW; clock = 0; }
    else if (east == YELLOW && clock > 1) { RELEASE; north = GREEN; clock = 0; }
    assert(north == RED || east == RED);
  }
}
