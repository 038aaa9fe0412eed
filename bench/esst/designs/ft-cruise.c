/* A cruise control: pedals, a lever, a controller and the car. The throttle follows the controller only while the
 * control is engaged, and a braked car is not accelerated. -DBUG: the brake is looked at after the throttle. */
#include <heddle/fairthreads.h>
#include "../data.h"

ft_event_t pedals_read, lever_read, throttle_set;
int speed, target, throttle;
_Bool brake, engaged;

void pedals(void *unused)
{
  (void)unused;
  for (;;) {
    brake = INPUT() == 1;
    ft_thread_generate(pedals_read);
    ft_thread_cooperate();
  }
}

void lever(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(pedals_read);
    unsigned what = INPUT();
    if (what == 1 && speed >= 40 && !brake) {
      engaged = 1;
      target = speed;
    } else if (what == 2) {
      engaged = 0;
    }
    ft_thread_generate(lever_read);
    ft_thread_cooperate();
  }
}

void control(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(lever_read);
#ifndef BUG
    if (brake) engaged = 0;
#endif
    throttle = 0;
    if (engaged && speed < target) throttle = 1;
    if (engaged && speed > target) throttle = -1;
#ifdef BUG
    if (brake) engaged = 0;
#endif
    ft_thread_generate(throttle_set);
    ft_thread_cooperate();
  }
}

void car(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(throttle_set);
    heddle_assert(!(brake && throttle > 0));
    heddle_assert(engaged || throttle == 0);
    heddle_assert(!engaged || target >= 40);
    if (brake && speed > 0)
      speed--;
    else if (throttle > 0)
      speed += throttle;
    else if (INPUT() == 2 && speed < 200)
      speed++;
    heddle_assert(speed >= 0 && speed <= 200);
    ft_thread_cooperate();
  }
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  pedals_read = ft_event_create(s);
  lever_read = ft_event_create(s);
  throttle_set = ft_event_create(s);
  ft_thread_create(s, pedals, 0, 0);
  ft_thread_create(s, lever, 0, 0);
  ft_thread_create(s, control, 0, 0);
  ft_thread_create(s, car, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
