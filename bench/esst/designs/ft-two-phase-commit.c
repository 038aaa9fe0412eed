/* Two-phase commit with three participants: none commits what another one has aborted. -DBUG: the coordinator decides
 * when two of three have voted. */
#include <heddle/fairthreads.h>
#include "../data.h"

enum { PARTS = 3, OPEN = 0, COMMITTED = 1, ABORTED = 2 };
ft_event_t prepare, voted, decide, finished;
unsigned votes, yes, decision, state[PARTS], done, rounds;

#ifdef BUG
#define ENOUGH (PARTS - 1)
#else
#define ENOUGH PARTS
#endif

void coordinator(void *unused)
{
  (void)unused;
  for (;;) {
    votes = yes = done = 0;
    state[0] = state[1] = state[2] = OPEN;
    decision = OPEN;
    ft_thread_generate(prepare);
    while (votes < ENOUGH) {
      ft_thread_await(voted);
      if (votes < ENOUGH) ft_thread_cooperate();
    }
    decision = yes == ENOUGH ? COMMITTED : ABORTED;
    ft_thread_cooperate();
    ft_thread_generate(decide);
    while (done < PARTS) ft_thread_cooperate();
    heddle_assert(state[0] == state[1] && state[1] == state[2]);
    rounds = WRAP(rounds + 1);
  }
}

static void take_part(unsigned me)
{
  for (;;) {
    ft_thread_await(prepare);
    _Bool agrees = INPUT() == 1;
    votes++;
    if (agrees) yes++;
    if (!agrees) state[me] = ABORTED;
    ft_thread_generate(voted);
    ft_thread_await(decide);
    heddle_assert(decision != OPEN);
    if (agrees) state[me] = decision;
    heddle_assert(state[me] == decision);
    done++;
    ft_thread_cooperate();
  }
}

void part0(void *unused) { take_part(0); (void)unused; }
void part1(void *unused) { take_part(1); (void)unused; }
void part2(void *unused) { take_part(2); (void)unused; }

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  prepare = ft_event_create(s);
  voted = ft_event_create(s);
  decide = ft_event_create(s);
  ft_thread_create(s, coordinator, 0, 0);
  ft_thread_create(s, part0, 0, 0);
  ft_thread_create(s, part1, 0, 0);
  ft_thread_create(s, part2, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
