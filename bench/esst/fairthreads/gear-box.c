/* An automated gearbox with five speeds and a dry clutch: a driver, a controller, and a task for each
 * actuator and sensor. A gear is only engaged or left while the clutch is open, and the engine never
 * drives two gears. */
#include <heddle/fairthreads.h>
#include "../data.h"

enum { NEUTRAL = 0, FIRST = 1, FIFTH = 5 };
enum { OPEN, CLOSED };

ft_event_t shift_wanted, open_clutch, clutch_opened, close_clutch, clutch_closed, leave_gear, gear_left, engage_gear,
    gear_engaged, speed_changed;
unsigned clutch = CLOSED, gear = NEUTRAL, wanted = NEUTRAL, speed, torque;

void driver(void *unused)
{
  (void)unused;
  for (;;) {
    unsigned lever = INPUT();
    if (lever == 1 && gear < FIFTH)
      wanted = gear + 1;
    else if (lever == 2 && gear > NEUTRAL)
      wanted = gear - 1;
    if (wanted != gear) {
      ft_thread_generate(shift_wanted);
      ft_thread_await(clutch_closed);
    }
    ft_thread_cooperate();
  }
}

void controller(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(shift_wanted);
    torque = 0;
    ft_thread_generate(open_clutch);
    ft_thread_await(clutch_opened);
    if (gear != NEUTRAL) {
      ft_thread_generate(leave_gear);
      ft_thread_await(gear_left);
    }
    if (wanted != NEUTRAL) {
      ft_thread_generate(engage_gear);
      ft_thread_await(gear_engaged);
    }
    ft_thread_generate(close_clutch);
    ft_thread_await(clutch_closed);
    torque = gear != NEUTRAL;
    ft_thread_cooperate();
  }
}

void clutch_opener(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(open_clutch);
    heddle_assert(torque == 0);
    clutch = OPEN;
    ft_thread_generate(clutch_opened);
    ft_thread_cooperate();
  }
}

void clutch_closer(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(close_clutch);
    heddle_assert(gear == wanted);
    clutch = CLOSED;
    ft_thread_generate(clutch_closed);
    ft_thread_cooperate();
  }
}

void gear_leaver(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(leave_gear);
    heddle_assert(clutch == OPEN);
    gear = NEUTRAL;
    ft_thread_generate(gear_left);
    ft_thread_cooperate();
  }
}

void gear_engager(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(engage_gear);
    heddle_assert(clutch == OPEN && gear == NEUTRAL);
    heddle_assert(wanted >= FIRST && wanted <= FIFTH);
    gear = wanted;
    ft_thread_generate(gear_engaged);
    ft_thread_cooperate();
  }
}

/* The speed follows the gear, and is looked at once an instant. */
void wheel(void *unused)
{
  (void)unused;
  for (;;) {
    if (clutch == CLOSED && speed != gear) {
      speed = gear;
      ft_thread_generate(speed_changed);
    }
    ft_thread_cooperate();
  }
}

void display(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(speed_changed);
    heddle_assert(speed <= FIFTH);
    ft_thread_cooperate();
  }
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  shift_wanted = ft_event_create(s);
  open_clutch = ft_event_create(s);
  clutch_opened = ft_event_create(s);
  close_clutch = ft_event_create(s);
  clutch_closed = ft_event_create(s);
  leave_gear = ft_event_create(s);
  gear_left = ft_event_create(s);
  engage_gear = ft_event_create(s);
  gear_engaged = ft_event_create(s);
  speed_changed = ft_event_create(s);
  ft_thread_create(s, driver, 0, 0);
  ft_thread_create(s, controller, 0, 0);
  ft_thread_create(s, clutch_opener, 0, 0);
  ft_thread_create(s, clutch_closer, 0, 0);
  ft_thread_create(s, gear_leaver, 0, 0);
  ft_thread_create(s, gear_engager, 0, 0);
  ft_thread_create(s, wheel, 0, 0);
  ft_thread_create(s, display, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
