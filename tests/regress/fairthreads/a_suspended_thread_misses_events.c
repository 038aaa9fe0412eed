// property: no-deadlock
// expect: unsafe
// engines: explicit esst
// The event comes while the thread is suspended.
#include <heddle/fairthreads.h>

ft_event_t e, f;
ft_thread_t t1;
ft_thread_t t2;

void thread1(void *unused)
{
  (void)unused;
  ft_scheduler_suspend(t2);
  ft_thread_cooperate();
  ft_thread_generate(e);
  ft_thread_cooperate();
  ft_scheduler_resume(t2);
}

void thread2(void *unused)
{
  (void)unused;
  ft_thread_await(e);
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
