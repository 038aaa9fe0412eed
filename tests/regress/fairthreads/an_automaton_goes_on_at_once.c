// property: unreach-call
// expect: safe
// engines: explicit esst
// IMMEDIATE takes no instant: the third state is entered in the first.
#include <heddle/fairthreads.h>

int late;

DEFINE_AUTOMATON(steps)
{
  BEGIN_AUTOMATON
    STATE(0) IMMEDIATE(1);
    STATE(1) IMMEDIATE(2);
    STATE(2) heddle_assert(!late);
  END_AUTOMATON
}

void ticks(void *unused)
{
  (void)unused;
  ft_thread_cooperate();
  late = 1;
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  ft_thread_create(s, ticks, 0, 0);
  ft_automaton_create(s, steps, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
