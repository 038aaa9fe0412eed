/* An elevator: requests come at any time, the motor takes two units of time for a floor, the door three. It moves with
 * a closed door and stays within the house. -DBUG: the door opens while the last floor is still being reached. */
#include <heddle/systemc.h>
#include "../data.h"

enum { TOP = 5 };
sc_event requested, door_done;
int at, goal;
_Bool open, moving, pending;

void passenger(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_time(7);
    unsigned f = INPUT();
    if (!pending && f <= TOP) {
      goal = (int)f;
      pending = 1;
      sc_notify_delta(&requested);
    }
  }
}

void cabin(void *unused)
{
  (void)unused;
  for (;;) {
    if (!pending) sc_wait_event(&requested);
    while (at != goal) {
      heddle_assert(!open);
      moving = 1;
      sc_wait_time(2);
      if (at < goal)
        at++;
      else
        at--;
      heddle_assert(at >= 0 && at <= TOP);
#ifndef BUG
      moving = 0;
#endif
    }
    heddle_assert(!moving);
    open = 1;
    sc_wait_time(3);
    open = 0;
    moving = 0;
    pending = 0;
  }
}

int main(void)
{
  sc_thread(passenger, 0);
  sc_thread(cabin, 0);
  sc_start();
}
