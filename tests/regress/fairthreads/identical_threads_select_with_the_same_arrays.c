// property: unreach-call
// expect: safe
// engines: explicit esst
// The threads are exchanged in the proof; what they write to the arrays depends on where they come from.
#include <heddle/fairthreads.h>

unsigned x, y;
ft_event_t e0, e2, pair[2];
int mask[2];

void thread(void *unused)
{
  (void)unused;
  x = (unsigned)ft_thread_await_n(e2, 2);
  ft_scheduler_broadcast(e2);
  if (y == 0) {
    pair[0] = e0;
    pair[1] = e2;
    ft_thread_select(2, pair, mask);
    x = (unsigned)mask[0];
  }
  ft_thread_generate(e0);
}

void counter(void *unused)
{
  (void)unused;
  for (;;) {
    y = 2;
    ft_thread_await(e0);
    y = (y + 1) % 3;
    heddle_assert(y == 0);
    ft_thread_cooperate();
  }
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  e0 = ft_event_create(s);
  e2 = ft_event_create(s);
  for (int i = 0; i < 2; i++) ft_thread_create(s, thread, 0, 0);
  ft_thread_create(s, counter, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
