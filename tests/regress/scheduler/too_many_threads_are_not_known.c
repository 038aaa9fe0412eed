// property: unreach-call
// expect: unknown
// engines: explicit esst
// A signal has a place for each thread, and there are 40 places.
#include <heddle/fairthreads.h>

int n;

void thread(void *unused)
{
  (void)unused;
  n++;
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  for (int i = 0; i < 45; i++) ft_thread_create(s, thread, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
