// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// ETIMEOUT comes in the third instant.
#include <heddle/fairthreads.h>

ft_event_t e, f;
ft_thread_t t1;
ft_thread_t t2;
int instants;

void thread1(void *unused)
{
  (void)unused;
  heddle_assert(ft_thread_await_n(e, 2) == ETIMEOUT);
  heddle_assert(instants == 2 || instants == 3);
}

void thread2(void *unused)
{
  (void)unused;
  for (int i = 0; i < 5; i++) {
    instants++;
    ft_thread_cooperate();
  }
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
