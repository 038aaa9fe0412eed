// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// No thread generates the event.
#include <heddle/fairthreads.h>

ft_event_t e, f;
ft_thread_t t1;
ft_thread_t t2;
int cleaned;
void cleanup(void *unused) { (void)unused; cleaned = 1; }

void thread1(void *unused)
{
  (void)unused;
  ft_thread_cooperate();
  ft_scheduler_stop(t2);
  ft_thread_join(t2);
  heddle_assert(cleaned == 1);
}

void thread2(void *unused)
{
  (void)unused;
  ft_thread_await(e);
  heddle_error();
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  e = ft_event_create(s);
  f = ft_event_create(s);
  t1 = ft_thread_create(s, thread1, 0, 0);
  t2 = ft_thread_create(s, thread2, cleanup, 0);
  ft_scheduler_start(s);
  ft_exit();
}
