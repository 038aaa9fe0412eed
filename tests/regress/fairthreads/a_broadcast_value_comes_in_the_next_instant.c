// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// With the event.
#include <heddle/fairthreads.h>

ft_event_t e, f;
ft_thread_t t1;
int a;

void thread1(void *unused)
{
  (void)unused;
  void *r;
  ft_scheduler_broadcast_value(e, &a);
  heddle_assert(ft_thread_get_value(e, 0, &r) == ENEXT);
  heddle_assert(ft_thread_get_value(e, 0, &r) == OK && r == &a);
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
