/* With meeting.c: the event comes when `x` is 1, and what happens in the next instant is the same scheduler's. */
#include "fthread.h"
#include <assert.h>

extern int x;
extern ft_event_t event;

void waiter(void *unused)
{
  (void)unused;
  ft_thread_await(event);
  ft_thread_cooperate();
  assert(x == 0);
}
