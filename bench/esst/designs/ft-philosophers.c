/* Four philosophers who take both forks at once when they are free, and wait for a fork to be put down otherwise.
 * Neighbours never eat together. -DBUG: the forks are taken one after the other, and the second is not looked at. */
#include <heddle/fairthreads.h>
#include "../data.h"

enum { SEATS = 4 };
ft_event_t put_down;
_Bool taken[SEATS], eats[SEATS];
unsigned meals;

static void dine(unsigned me)
{
  unsigned left = me, right = (me + 1) % SEATS;
  for (;;) {
    while (taken[left] || taken[right]) {
      ft_thread_await(put_down);
      ft_thread_cooperate();
    }
    taken[left] = 1;
#ifdef BUG
    ft_thread_cooperate();
#endif
    taken[right] = 1;
    eats[me] = 1;
    heddle_assert(!eats[(me + 1) % SEATS] && !eats[(me + SEATS - 1) % SEATS]);
    meals = WRAP(meals + 1);
    ft_thread_cooperate();
    eats[me] = 0;
    taken[left] = 0;
    taken[right] = 0;
    ft_thread_generate(put_down);
    ft_thread_cooperate();
  }
}

void kant(void *unused) { dine(0); (void)unused; }
void hume(void *unused) { dine(1); (void)unused; }
void mill(void *unused) { dine(2); (void)unused; }
void marx(void *unused) { dine(3); (void)unused; }

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  put_down = ft_event_create(s);
  ft_thread_create(s, kant, 0, 0);
  ft_thread_create(s, hume, 0, 0);
  ft_thread_create(s, mill, 0, 0);
  ft_thread_create(s, marx, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
