/* A worker has to feed a watchdog; if it does not within ten units, it is reset. The worker's counter never runs past
 * its limit, and resets are counted. -DBUG: a reset does not clear the counter. */
#include <heddle/systemc.h>
#include "../data.h"

enum { LIMIT = 20 };
sc_event food, reset, reset_done;
unsigned steps, resets, seen_resets;

void worker(void *unused)
{
  (void)unused;
  for (;;) {
    if (INPUT() == 1) {
      sc_wait_time(4);
      steps = 0;
      sc_notify(&food);
    } else {
      steps++;
      heddle_assert(steps <= LIMIT);
      if (steps == LIMIT) {
        sc_wait_event(&reset);
#ifndef BUG
        steps = 0;
#endif
        seen_resets = WRAP(seen_resets + 1);
        heddle_assert(resets == seen_resets);
        sc_notify_delta(&reset_done);
      }
    }
  }
}

void watchdog(void *unused)
{
  (void)unused;
  for (;;) {
    int fed = sc_wait_time_event(10, &food);
    if (!fed) {
      resets = WRAP(resets + 1);
      sc_notify(&reset);
      sc_wait_event(&reset_done);
    }
  }
}

int main(void)
{
  sc_thread(worker, 0);
  sc_thread(watchdog, 0);
  sc_start();
}
