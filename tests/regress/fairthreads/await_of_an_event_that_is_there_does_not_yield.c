// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// The thread goes on: no other thread can change x in between.
#include <heddle/fairthreads.h>

ft_event_t e, f;
ft_thread_t t1;
ft_thread_t t2;
int x;

void thread1(void *unused)
{
  (void)unused;
  ft_thread_generate(e);
  x = 1;
  heddle_assert(ft_thread_await(e) == OK);
  heddle_assert(x == 1);
}

void thread2(void *unused)
{
  (void)unused;
  x = 2;
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
