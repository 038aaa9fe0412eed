// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// In whichever order: both threads meet.
#include <heddle/fairthreads.h>

ft_event_t e, f;
ft_thread_t t1;
ft_thread_t t2;
int n;

void thread1(void *unused)
{
  (void)unused;
  ft_thread_generate(e);
  ft_thread_await(f);
  heddle_assert(n == 1);
}

void thread2(void *unused)
{
  (void)unused;
  ft_thread_await(e);
  n++;
  ft_thread_generate(f);
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
