// property: unreach-call
// expect: unsafe
// options: --arith unbounded
// engines: esst
// The lowest bit of `engaged` is 1; as a constant of one bit that was read as -1, and the check was proved.
#include <heddle/fairthreads.h>

ft_event_t read;
_Bool engaged;

void lever(void *unused)
{
  (void)unused;
  if (heddle_uint_range(0, 3) == 1) engaged = 1;
  ft_thread_generate(read);
}

void control(void *unused)
{
  (void)unused;
  ft_thread_await(read);
  heddle_assert(!engaged);
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  read = ft_event_create(s);
  ft_thread_create(s, lever, 0, 0);
  ft_thread_create(s, control, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
