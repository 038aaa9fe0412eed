// property: unreach-call
// expect: unknown
// engines: explicit esst
// ft_pthread: what is done with the thread of the operating system is not followed.
#include <heddle/fairthreads.h>

ft_thread_t t1;

void thread1(void *unused)
{
  (void)unused;
  if (ft_pthread(t1)) ft_thread_cooperate();
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  t1 = ft_thread_create(s, thread1, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
