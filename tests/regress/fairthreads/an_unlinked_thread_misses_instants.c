// property: unreach-call
// expect: unsafe
// engines: explicit esst
// Others go on without it: the instant in which it is linked again may be any later one.
#include <heddle/fairthreads.h>

ft_scheduler_t s;
unsigned instant;

void computing(void *unused)
{
  (void)unused;
  ft_thread_unlink();
  ft_thread_link(s);
  heddle_assert(instant <= 2);
}

void clock(void *unused)
{
  (void)unused;
  for (unsigned i = 0; i < 4; i++) {
    instant = i;
    ft_thread_cooperate();
  }
}

int main(void)
{
  s = ft_scheduler_create();
  ft_thread_create(s, computing, 0, 0);
  ft_thread_create(s, clock, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
