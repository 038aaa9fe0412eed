// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// EBADMEM for no object, EBADLINK for a thread that is linked.
#include <heddle/fairthreads.h>

ft_event_t e, f;
ft_thread_t t1;

void thread1(void *unused)
{
  (void)unused;
  heddle_assert(ft_thread_generate(0) == EBADMEM);
  heddle_assert(ft_thread_generate_value(0, 0) == EBADMEM);
  heddle_assert(ft_thread_await(0) == EBADMEM);
  heddle_assert(ft_thread_await_n(0, 1) == EBADMEM);
  heddle_assert(ft_thread_join(0) == EBADMEM);
  heddle_assert(ft_thread_join_n(0, 1) == EBADMEM);
  heddle_assert(ft_thread_get_value(0, 0, 0) == EBADMEM);
  heddle_assert(ft_thread_select(1, 0, 0) == EBADMEM);
  heddle_assert(ft_thread_select_n(1, 0, 0, 1) == EBADMEM);
  heddle_assert(ft_scheduler_broadcast(0) == EBADMEM);
  heddle_assert(ft_scheduler_broadcast_value(0, 0) == EBADMEM);
  heddle_assert(ft_scheduler_stop(0) == EBADMEM);
  heddle_assert(ft_scheduler_suspend(0) == EBADMEM);
  heddle_assert(ft_scheduler_resume(0) == EBADMEM);
  heddle_assert(ft_thread_link(ft_thread_scheduler()) == EBADLINK);
  heddle_assert(ft_thread_self() == t1);
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
