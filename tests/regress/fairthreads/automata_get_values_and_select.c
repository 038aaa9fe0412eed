// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// An automaton gets the value of its instant, then ENEXT, and is told which of two events is there; then nothing.
#include <heddle/fairthreads.h>

ft_event_t first, second;
int data, ended;

DEFINE_AUTOMATON(reader)
{
  ft_event_t events[2] = {first, second};
  int mask[2] = {0, 0};
  void *value = 0;
  BEGIN_AUTOMATON
    STATE_GET_VALUE(0, first, 0, &value)
    {
      heddle_assert(RETURN_CODE == OK && value == &data);
      GOTO_NEXT;
    }
    STATE_GET_VALUE(1, first, 0, &value)
    {
      heddle_assert(RETURN_CODE == ENEXT && !value);
      IMMEDIATE(2);
    }
    STATE_SELECT(2, 2, events, mask)
    {
      heddle_assert(!mask[0] && mask[1]);
      GOTO_NEXT;
    }
    STATE_SELECT_N(3, 2, events, mask, 2)
    {
      heddle_assert(RETURN_CODE == ETIMEOUT && !mask[0] && !mask[1]);
      ended = 1;
      RETURN;
    }
    STATE(4) heddle_assert(0);
  END_AUTOMATON
}

void writer(void *automaton)
{
  ft_thread_generate_value(first, &data);
  ft_thread_cooperate_n(4);
  ft_thread_generate(second);
  ft_thread_join(automaton);
  heddle_assert(ended);
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  first = ft_event_create(s);
  second = ft_event_create(s);
  ft_thread_t t = ft_automaton_create(s, reader, 0, 0);
  ft_thread_create(s, writer, 0, t);
  ft_scheduler_start(s);
  ft_exit();
}
