/* A lift with four floors: buttons, a motor, a door and a controller. The cabin moves only with a closed door, and the
 * door opens only at a floor that was asked for. -DBUG: the controller does not wait for the door. */
#include <heddle/fairthreads.h>
#include "../data.h"

enum { FLOORS = 4 };
ft_event_t asked, move_up, move_down, moved, open_door, door_opened, close_door, door_closed;
unsigned floor_now, wanted[FLOORS];
_Bool is_open, is_moving;

void buttons(void *unused)
{
  (void)unused;
  for (;;) {
    unsigned f = INPUT();
    if (f < FLOORS) {
      wanted[f] = 1;
      ft_thread_generate(asked);
    }
    ft_thread_cooperate();
  }
}

static int next_floor(void)
{
  for (int f = 0; f < FLOORS; f++)
    if (wanted[f]) return f;
  return -1;
}

void controller(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(asked);
    int to = next_floor();
    while (to >= 0) {
      if (is_open) {
        ft_thread_generate(close_door);
#ifndef BUG
        ft_thread_await(door_closed);
#endif
      }
      is_moving = 1;
      while (floor_now != (unsigned)to) {
        ft_thread_generate(floor_now < (unsigned)to ? move_up : move_down);
        ft_thread_await(moved);
        ft_thread_cooperate();
      }
      is_moving = 0;
      ft_thread_generate(open_door);
      ft_thread_await(door_opened);
      wanted[to] = 0;
      to = next_floor();
      ft_thread_cooperate();
    }
  }
}

void motor_up(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(move_up);
    heddle_assert(!is_open);
    heddle_assert(floor_now < FLOORS - 1);
    floor_now++;
    ft_thread_generate(moved);
    ft_thread_cooperate();
  }
}

void motor_down(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(move_down);
    heddle_assert(!is_open);
    heddle_assert(floor_now > 0);
    floor_now--;
    ft_thread_generate(moved);
    ft_thread_cooperate();
  }
}

void opener(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(open_door);
    heddle_assert(!is_moving);
    heddle_assert(wanted[floor_now]);
    is_open = 1;
    ft_thread_generate(door_opened);
    ft_thread_cooperate();
  }
}

void closer(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(close_door);
#ifdef BUG
    ft_thread_cooperate();
#endif
    is_open = 0;
    ft_thread_generate(door_closed);
    ft_thread_cooperate();
  }
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  asked = ft_event_create(s);
  move_up = ft_event_create(s);
  move_down = ft_event_create(s);
  moved = ft_event_create(s);
  open_door = ft_event_create(s);
  door_opened = ft_event_create(s);
  close_door = ft_event_create(s);
  door_closed = ft_event_create(s);
  ft_thread_create(s, buttons, 0, 0);
  ft_thread_create(s, controller, 0, 0);
  ft_thread_create(s, motor_up, 0, 0);
  ft_thread_create(s, motor_down, 0, 0);
  ft_thread_create(s, opener, 0, 0);
  ft_thread_create(s, closer, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
