/* Four workers and a barrier: no worker is two phases ahead. -DBUG: three are enough. */
#include <heddle/fairthreads.h>
#include "../data.h"

enum { WORKERS = 4 };
#ifdef BUG
enum { ENOUGH = WORKERS - 1 };
#else
enum { ENOUGH = WORKERS };
#endif
ft_event_t all_here;
unsigned arrived, phase[WORKERS], now;

static void meet(void)
{
  arrived++;
  if (arrived == ENOUGH) {
    arrived = 0;
    now++;
    ft_thread_generate(all_here);
  } else {
    ft_thread_await(all_here);
  }
}

static void work(unsigned me)
{
  for (;;) {
    phase[me]++;
    ft_thread_cooperate();
    meet();
    heddle_assert(phase[me] == now);
    ft_thread_cooperate();
  }
}

void worker0(void *unused) { work(0); (void)unused; }
void worker1(void *unused) { work(1); (void)unused; }
void worker2(void *unused) { work(2); (void)unused; }
void worker3(void *unused) { work(3); (void)unused; }

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  all_here = ft_event_create(s);
  ft_thread_create(s, worker0, 0, 0);
  ft_thread_create(s, worker1, 0, 0);
  ft_thread_create(s, worker2, 0, 0);
  ft_thread_create(s, worker3, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
