// property: unreach-call
// expect: unknown
// engines: explicit esst
// It runs beside the turns of others, which are no single steps for it.
#include <heddle/fairthreads.h>

unsigned x;

void thread1(void *unused)
{
  (void)unused;
  ft_thread_unlink();
  x = 1;
}

void thread2(void *unused)
{
  (void)unused;
  x = 2;
  heddle_assert(x == 2);
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  ft_thread_create(s, thread1, 0, 0);
  ft_thread_create(s, thread2, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
