// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// An instant ends when no thread can go on.
#include <heddle/fairthreads.h>

ft_event_t e, f;
ft_thread_t t1;
ft_thread_t t2;
int seen;

void thread1(void *unused)
{
  (void)unused;
  heddle_assert(ft_thread_cooperate() == OK);
  heddle_assert(seen == 1);
}

void thread2(void *unused)
{
  (void)unused;
  seen = 1;
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
