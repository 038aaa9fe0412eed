// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// While it is unlinked it does not take part in instants; afterwards it does. Return codes of both.
#include <heddle/fairthreads.h>

ft_event_t e;
ft_scheduler_t s;
unsigned turns, sum;

void computing(void *unused)
{
  (void)unused;
  heddle_assert(ft_thread_link(s) == EBADLINK);
  heddle_assert(ft_thread_link(0) == EBADMEM);
  heddle_assert(ft_thread_unlink() == OK);
  unsigned own = 0;
  for (unsigned i = 0; i < 3; i++) own += i;
  heddle_assert(ft_thread_unlink() == EBADLINK);
  heddle_assert(ft_thread_cooperate() == EBADLINK);
  heddle_assert(ft_thread_generate(e) == EBADLINK);
  heddle_assert(ft_thread_await(e) == EBADLINK);
  heddle_assert(ft_thread_link(s) == OK);
  sum += own;
  ft_thread_generate(e);
}

void waiting(void *unused)
{
  (void)unused;
  turns = 1;
  ft_thread_cooperate();
  turns = 2;
  heddle_assert(ft_thread_await(e) == OK);
  heddle_assert(sum == 3);
}

int main(void)
{
  s = ft_scheduler_create();
  e = ft_event_create(s);
  ft_thread_create(s, computing, 0, 0);
  ft_thread_create(s, waiting, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
