// property: unreach-call
// expect: unsafe
// engines: explicit esst
// Arguments of primitives need not be constants: the scheduler's successors are found out.
#include <heddle/fairthreads.h>

ft_event_t events[2];
unsigned instants;

void generating(void *unused)
{
  (void)unused;
  unsigned n = heddle_uint_range(0, 2);
  ft_thread_cooperate_n((int)n);
  ft_thread_generate(events[heddle_uint_range(0, 1)]);
}

void waiting(void *unused)
{
  (void)unused;
  int code = ft_thread_await_n(events[1], 3);
  heddle_assert(code == OK || instants == 3);
}

void counting(void *unused)
{
  (void)unused;
  for (; instants < 3; instants++) ft_thread_cooperate();
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  events[0] = ft_event_create(s);
  events[1] = ft_event_create(s);
  ft_thread_create(s, generating, 0, 0);
  ft_thread_create(s, waiting, 0, 0);
  ft_thread_create(s, counting, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
