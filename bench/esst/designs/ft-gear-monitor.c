/* A gear box with a monitor of its own: a driver, a controller, one task for the clutch and one for the gears, the
 * engine's speed, and a display. -DBUG: the clutch closes while the gear is still changing. */
#include <heddle/fairthreads.h>
#include "../data.h"

#ifdef SMALL
enum { STEP = 1600 };
#else
enum { STEP = 100 };
#endif
enum { LOWEST = -1, HIGHEST = 6 };
ft_event_t lever_moved, clutch_down, clutch_is_down, clutch_up, clutch_is_up, change, changed;
int gear, wanted, shown, ratio, engine = 800;
unsigned shifts, shown_shifts;
_Bool down, changing;

void driver(void *unused)
{
  (void)unused;
  for (;;) {
    unsigned lever = INPUT();
    if (!changing) {
      if (lever == 1 && gear < HIGHEST) wanted = gear + 1;
      if (lever == 2 && gear > LOWEST) wanted = gear - 1;
      if (wanted != gear) ft_thread_generate(lever_moved);
    }
    ft_thread_cooperate();
  }
}

void controller(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(lever_moved);
    changing = 1;
    ft_thread_generate(clutch_down);
    ft_thread_await(clutch_is_down);
    ft_thread_generate(change);
#ifndef BUG
    ft_thread_await(changed);
#endif
    ft_thread_generate(clutch_up);
    ft_thread_await(clutch_is_up);
    changing = 0;
    ft_thread_cooperate();
  }
}

void clutch(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(clutch_down);
    heddle_assert(!down && changing);
    down = 1;
    ratio = 0;
    ft_thread_generate(clutch_is_down);
    ft_thread_await(clutch_up);
    heddle_assert(gear == wanted);
    down = 0;
    ratio = gear;
    ft_thread_generate(clutch_is_up);
    ft_thread_cooperate();
  }
}

void gears(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(change);
#ifdef BUG
    ft_thread_cooperate();
#endif
    heddle_assert(down);
    heddle_assert(wanted - gear == 1 || gear - wanted == 1);
    gear = wanted;
    shifts = WRAP(shifts + 1);
    ft_thread_generate(changed);
    ft_thread_cooperate();
  }
}

void speed(void *unused)
{
  (void)unused;
  for (;;) {
    if (ratio == 0)
      engine = 800;
    else if (engine < 4000)
      engine += STEP;
    heddle_assert(engine >= 800 && engine <= 4000);
    heddle_assert(ratio >= LOWEST && ratio <= HIGHEST);
    ft_thread_cooperate();
  }
}

void display(void *unused)
{
  (void)unused;
  for (;;) {
    if (shown_shifts != shifts && !changing) {
      shown_shifts = shifts;
      shown = gear;
      heddle_assert(shown == ratio);
    }
    heddle_assert(shown >= LOWEST && shown <= HIGHEST);
    ft_thread_cooperate();
  }
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  lever_moved = ft_event_create(s);
  clutch_down = ft_event_create(s);
  clutch_is_down = ft_event_create(s);
  clutch_up = ft_event_create(s);
  clutch_is_up = ft_event_create(s);
  change = ft_event_create(s);
  changed = ft_event_create(s);
  ft_thread_create(s, driver, 0, 0);
  ft_thread_create(s, controller, 0, 0);
  ft_thread_create(s, clutch, 0, 0);
  ft_thread_create(s, gears, 0, 0);
  ft_thread_create(s, speed, 0, 0);
  ft_thread_create(s, display, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
