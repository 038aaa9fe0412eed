// property: unreach-call
// expect: unknown
// engines: explicit esst
// Two schedulers run beside each other.
#include <heddle/fairthreads.h>

void thread1(void *unused) { (void)unused; }

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create(), other = ft_scheduler_create();
  ft_thread_create(s, thread1, 0, 0);
  ft_thread_create(other, thread1, 0, 0);
  ft_scheduler_start(s);
  ft_scheduler_start(other);
  ft_exit();
}
