// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// Not in this one, and in that one only.
#include <heddle/fairthreads.h>

ft_event_t e, f;
ft_thread_t t1;

void thread1(void *unused)
{
  (void)unused;
  heddle_assert(ft_scheduler_broadcast(e) == OK);
  heddle_assert(ft_thread_await_n(e, 1) == ETIMEOUT);
  heddle_assert(ft_thread_await_n(e, 1) == OK);
  ft_thread_cooperate();
  heddle_assert(ft_thread_await_n(e, 1) == ETIMEOUT);
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  e = ft_event_create(s);
  f = ft_event_create(s);
  t1 = ft_thread_create(s, thread1, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
