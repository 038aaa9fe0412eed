/* A burglar alarm: a keypad with a code, two sensors, a siren after a delay in which the code can still be given. The
 * siren is only on while the alarm is armed and a sensor has fired. -DBUG: disarming leaves the countdown running. */
#include <heddle/fairthreads.h>
#include "../data.h"

enum { DELAY = 3 };
ft_event_t door, window, code_given, tick;
unsigned code, countdown;
_Bool armed, fired, siren;

void keypad(void *unused)
{
  (void)unused;
  code = INPUT();
  for (;;) {
    unsigned given = INPUT();
    if (given == code) ft_thread_generate(code_given);
    ft_thread_cooperate();
  }
}

void panel(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(code_given);
    if (armed) {
      armed = 0;
      fired = 0;
      siren = 0;
#ifndef BUG
      countdown = 0;
#endif
    } else {
      armed = 1;
    }
    ft_thread_cooperate();
  }
}

static void notice(void)
{
  if (!armed || fired) return;
  fired = 1;
  countdown = DELAY;
}

void door_sensor(void *unused)
{
  (void)unused;
  for (;;) {
    if (INPUT() == 1) ft_thread_generate(door);
    ft_thread_cooperate();
  }
}

void door_watch(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(door);
    notice();
    ft_thread_cooperate();
  }
}

void window_watch(void *unused)
{
  (void)unused;
  for (;;) {
    if (INPUT() == 2) notice();
    ft_thread_cooperate();
  }
}

void horn(void *unused)
{
  (void)unused;
  for (;;) {
    if (countdown > 0) {
      countdown--;
      if (countdown == 0) siren = 1;
    }
    heddle_assert(!siren || (armed && fired));
    heddle_assert(countdown <= DELAY);
    ft_thread_cooperate();
  }
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  door = ft_event_create(s);
  window = ft_event_create(s);
  code_given = ft_event_create(s);
  tick = ft_event_create(s);
  ft_thread_create(s, keypad, 0, 0);
  ft_thread_create(s, panel, 0, 0);
  ft_thread_create(s, door_sensor, 0, 0);
  ft_thread_create(s, door_watch, 0, 0);
  ft_thread_create(s, window_watch, 0, 0);
  ft_thread_create(s, horn, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
