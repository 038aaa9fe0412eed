// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// OK for values of the instant, in order, early or late; ENEXT for one that does not come.
#include <heddle/fairthreads.h>

ft_event_t e, f;
ft_thread_t t1;
ft_thread_t t2;
int a, b;

void thread1(void *unused)
{
  (void)unused;
  void *r;
  heddle_assert(ft_thread_get_value(e, 0, &r) == OK && r == &a);
  heddle_assert(ft_thread_get_value(e, 1, &r) == OK && r == &b);
  heddle_assert(ft_thread_get_value(e, 2, &r) == ENEXT);
  heddle_assert(ft_thread_get_value(e, 0, &r) == ENEXT);
}

void thread2(void *unused)
{
  (void)unused;
  ft_thread_generate_value(e, &a);
  ft_thread_generate_value(e, &b);
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  e = ft_event_create(s);
  f = ft_event_create(s);
  t1 = ft_thread_create(s, thread1, 0, 0);
  t2 = ft_thread_create(s, thread2, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
