// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// EBADMEM, whether the thread is linked or not, and it stays what it is.
#include <heddle/fairthreads.h>

ft_scheduler_t s;
unsigned done;

void thread1(void *unused)
{
  (void)unused;
  heddle_assert(ft_thread_link(0) == EBADMEM);
  heddle_assert(ft_thread_cooperate() == OK);
  heddle_assert(ft_thread_unlink() == OK);
  heddle_assert(ft_thread_link(0) == EBADMEM);
  heddle_assert(ft_thread_cooperate() == EBADLINK);
  heddle_assert(ft_thread_link(s) == OK);
  heddle_assert(ft_thread_cooperate() == OK);
  done = 1;
}

void thread2(void *unused)
{
  (void)unused;
  while (!done) ft_thread_cooperate();
  heddle_assert(done == 1);
}

int main(void)
{
  s = ft_scheduler_create();
  ft_thread_create(s, thread1, 0, 0);
  ft_thread_create(s, thread2, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
