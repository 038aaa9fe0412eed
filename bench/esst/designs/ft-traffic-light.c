/* A crossing: two directions and pedestrians, who press a button. At most one of the three has green, and yellow comes
 * between green and red. -DBUG: pedestrians get green while a direction still has yellow. */
#include <heddle/fairthreads.h>
#include "../data.h"

enum { RED, YELLOW, GREEN };
ft_event_t tick, pressed, walk, walked;
unsigned north = RED, west = RED, pedestrians = RED, before_north = RED;
_Bool waiting;

void clock(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_generate(tick);
    ft_thread_cooperate();
  }
}

void button(void *unused)
{
  (void)unused;
  for (;;) {
    if (INPUT() == 1) waiting = 1;
    ft_thread_cooperate();
  }
}

static void pause_for(int n)
{
  for (int i = 0; i < n; i++) {
    ft_thread_await(tick);
    ft_thread_cooperate();
  }
}

static void let_walk(void)
{
  if (!waiting) return;
  ft_thread_generate(walk);
  ft_thread_await(walked);
  ft_thread_cooperate();
}

void crossing(void *unused)
{
  (void)unused;
  for (;;) {
    north = GREEN;
    pause_for(3);
    north = YELLOW;
    pause_for(1);
#ifdef BUG
    let_walk();
    north = RED;
#else
    north = RED;
    let_walk();
#endif
    west = GREEN;
    pause_for(3);
    west = YELLOW;
    pause_for(1);
    west = RED;
    let_walk();
  }
}

void walkers(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(walk);
    pedestrians = GREEN;
    waiting = 0;
    pause_for(2);
    pedestrians = RED;
    ft_thread_generate(walked);
  }
}

void police(void *unused)
{
  (void)unused;
  for (;;) {
    heddle_assert((north != RED) + (west != RED) + (pedestrians != RED) <= 1);
    if (before_north == GREEN) heddle_assert(north != RED);
    before_north = north;
    ft_thread_cooperate();
  }
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  tick = ft_event_create(s);
  pressed = ft_event_create(s);
  walk = ft_event_create(s);
  walked = ft_event_create(s);
  ft_thread_create(s, clock, 0, 0);
  ft_thread_create(s, button, 0, 0);
  ft_thread_create(s, crossing, 0, 0);
  ft_thread_create(s, walkers, 0, 0);
  ft_thread_create(s, police, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
