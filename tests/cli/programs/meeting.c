/* The other half is waiter.c. */
#include "fthread.h"

int x;
ft_event_t event;
void waiter(void *unused);

static void caller(void *unused)
{
  (void)unused;
  ft_thread_cooperate();
  x = 1;
  ft_thread_generate(event);
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  event = ft_event_create(s);
  ft_thread_create(s, waiter, 0, 0);
  ft_thread_create(s, caller, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
