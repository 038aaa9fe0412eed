// property: unreach-call
// expect: unsafe
// options: --turns fixed
// engines: explicit
#include <heddle/fairthreads.h>

int first[2];

void worker(void *argument)
{
  for (int i = 0; i < 2; i++) {
    if (!first[i]) first[i] = 1 + (int)(long)argument;
    ft_thread_cooperate();
  }
}

void judge(void *unused)
{
  (void)unused;
  ft_thread_cooperate_n(2);
  heddle_assert(first[0] == 1);
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  for (int i = 0; i < 2; i++) ft_thread_create(s, worker, 0, (void *)(long)i);
  ft_thread_create(s, judge, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
