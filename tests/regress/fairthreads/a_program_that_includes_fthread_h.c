// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// The library's own header is found without an option.
#include "fthread.h"

ft_event_t e;
int x;

void producer(void *args)
{
  (void)args;
  x = 1;
  ft_thread_generate(e);
}

void consumer(void *args)
{
  (void)args;
  if (ft_thread_await(e) != OK || x != 1) heddle_error();
}

int main(void)
{
  ft_scheduler_t sched = ft_scheduler_create();
  e = ft_event_create(sched);
  ft_thread_create(sched, producer, NULL, NULL);
  ft_thread_create(sched, consumer, NULL, NULL);
  ft_scheduler_start(sched);
  ft_exit();
  return 0;
}
