// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// An automaton waits in states as a thread does in calls; what stands before its states is executed each time.
#include <heddle/fairthreads.h>

ft_event_t go, never;
ft_thread_t worker;
int instants, entered, done;

/* The thread that counts may take its turn before or after. */
static int is_in(int instant)
{
  return instants == instant || instants == instant - 1;
}

DEFINE_AUTOMATON(steps)
{
  entered++;
  BEGIN_AUTOMATON
    STATE(0)
    {
      heddle_assert(entered == 1 && instants == 0 && ARGS == &instants);
      SET_LOCAL(&done);
      GOTO_NEXT;
    }
    STATE_AWAIT(1, go)
    {
      heddle_assert(instants == 2 && entered == 3 && LOCAL == &done);
      IMMEDIATE(3);
    }
    STATE(2) heddle_assert(0);
    STATE_AWAIT_N(3, never, 2)
    {
      heddle_assert(RETURN_CODE == ETIMEOUT && is_in(4));
    }
    STATE_STAY(4, 1) heddle_assert(RETURN_CODE == OK && is_in(5));
    STATE_JOIN(5, worker)
    {
      heddle_assert(is_in(6));
      done = 1;
      GOTO(7);
    }
    STATE(6) heddle_assert(0);
  END_AUTOMATON
}

void ends(void *unused)
{
  (void)unused;
  ft_thread_cooperate_n(6);
}

void ticks(void *unused)
{
  (void)unused;
  for (instants = 0; instants < 8; instants++) {
    if (instants == 2) ft_thread_generate(go);
    ft_thread_cooperate();
  }
  heddle_assert(done);
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  go = ft_event_create(s);
  never = ft_event_create(s);
  worker = ft_thread_create(s, ends, 0, 0);
  ft_thread_create(s, ticks, 0, 0);
  ft_automaton_create(s, steps, 0, &instants);
  ft_scheduler_start(s);
  ft_exit();
}
