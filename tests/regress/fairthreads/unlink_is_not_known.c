// property: unreach-call
// expect: unknown
// engines: explicit esst
// A thread that becomes preemptive.
#include <heddle/fairthreads.h>

ft_event_t e, f;
ft_thread_t t1;

void thread1(void *unused)
{
  (void)unused;
  ft_thread_unlink();
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
