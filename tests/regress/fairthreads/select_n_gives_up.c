// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// Neither event comes in time.
#include <heddle/fairthreads.h>

ft_event_t e, f;
ft_thread_t t1;
ft_thread_t t2;

void thread1(void *unused)
{
  (void)unused;
  ft_event_t events[2] = {e, f};
  int mask[2];
  heddle_assert(ft_thread_select_n(2, events, mask, 1) == ETIMEOUT);
  heddle_assert(ft_thread_select_n(2, events, mask, 2) == OK);
  heddle_assert(mask[0] == 1 && mask[1] == 0);
}

void thread2(void *unused)
{
  (void)unused;
  ft_thread_cooperate();
  ft_thread_generate(e);
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
