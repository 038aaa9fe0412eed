// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// The scheduler may have nothing to do any more when main orders it.
#include <heddle/fairthreads.h>

ft_event_t e;
int got;

void thread1(void *unused)
{
  (void)unused;
  heddle_assert(ft_thread_await(e) == OK);
  got = 1;
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  e = ft_event_create(s);
  ft_thread_create(s, thread1, 0, 0);
  ft_scheduler_start(s);
  heddle_assert(ft_scheduler_broadcast(e) == OK);
  ft_exit();
}
