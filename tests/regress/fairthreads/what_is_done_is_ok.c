// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// The return codes of what succeeds; time-outs and values that are not there have tests of their own.
#include <heddle/fairthreads.h>

ft_event_t e, f;
ft_thread_t t1, t2;

void thread1(void *unused)
{
  (void)unused;
  void *value;
  int mask[1];
  heddle_assert(ft_thread_generate(e) == OK);
  heddle_assert(ft_thread_generate_value(e, &value) == OK);
  heddle_assert(ft_thread_await(e) == OK);
  heddle_assert(ft_thread_await_n(e, 1) == OK);
  heddle_assert(ft_thread_select(1, &e, mask) == OK && mask[0]);
  heddle_assert(ft_thread_select_n(1, &e, mask, 1) == OK && mask[0]);
  heddle_assert(ft_thread_get_value(e, 0, &value) == OK);
  heddle_assert(ft_scheduler_broadcast(f) == OK);
  heddle_assert(ft_thread_cooperate() == OK);
  heddle_assert(ft_thread_await(f) == OK);
  heddle_assert(ft_thread_cooperate_n(2) == OK);
  heddle_assert(ft_thread_join(t2) == OK);
  heddle_assert(ft_thread_join_n(t2, 1) == OK);
  heddle_assert(ft_thread_scheduler() != 0);
}

void thread2(void *unused) { (void)unused; }

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  e = ft_event_create(s);
  f = ft_event_create(s);
  t1 = ft_thread_create(s, thread1, 0, 0);
  t2 = ft_thread_create(s, thread2, 0, 0);
  heddle_assert(ft_scheduler_start(s) == OK);
  ft_exit();
}
