/* Three FairThreads meet in each instant: two guests say that they have come, the host waits for both and
 * opens the door. In whichever order they take their turns, no thread passes before the door is open.
 *
 *   heddle verify -p unreach-call examples/fair_meeting.c                          safe
 *   heddle verify -p unreach-call -DIMPATIENT examples/fair_meeting.c              unsafe: a guest does not wait
 *   heddle verify -p no-deadlock -DLATE examples/fair_meeting.c    unsafe: an event of an instant that is over */
#include <heddle/fairthreads.h>

ft_event_t first_here, second_here, door;
int open;

static void come(ft_event_t here)
{
  ft_thread_generate(here);
#ifndef IMPATIENT
  ft_thread_await(door);
#endif
  heddle_assert(open);
}

void first(void *unused)
{
  (void)unused;
  come(first_here);
}

void second(void *unused)
{
  (void)unused;
  come(second_here);
}

void host(void *unused)
{
  (void)unused;
  ft_thread_await(first_here);
#ifdef LATE
  ft_thread_cooperate();
#endif
  ft_thread_await(second_here);
  open = 1;
  ft_thread_generate(door);
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  first_here = ft_event_create(s);
  second_here = ft_event_create(s);
  door = ft_event_create(s);
  ft_thread_create(s, first, 0, 0);
  ft_thread_create(s, second, 0, 0);
  ft_thread_create(s, host, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
