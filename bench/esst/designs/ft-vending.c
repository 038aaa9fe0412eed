/* A vending machine: coins, a choice, a dispenser, change. No product without its price; what was thrown in is what the
 * machine keeps plus what it gives back. -DBUG: a second choice before the first product has left. */
#include <heddle/fairthreads.h>
#include "../data.h"

enum { PRICE = 3 };
ft_event_t coin, chosen, dispense, dispensed;
unsigned credit, thrown_in, kept, given_back, products;

void customer(void *unused)
{
  (void)unused;
  for (;;) {
    unsigned what = heddle_uint_range(0, 3);
    if (what == 1 || what == 2) {
      unsigned value = what;
      if (credit < 10) {
        credit += value;
        thrown_in += value;
        ft_thread_generate(coin);
      }
    } else if (what == 3) {
      ft_thread_generate(chosen);
    }
    ft_thread_cooperate();
  }
}

void machine(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(chosen);
    if (credit >= PRICE) {
      ft_thread_generate(dispense);
#ifdef BUG
      ft_thread_cooperate();
#endif
      ft_thread_await(dispensed);
      given_back += credit;
      credit = 0;
    }
    ft_thread_cooperate();
  }
}

void dispenser(void *unused)
{
  (void)unused;
  for (;;) {
    ft_thread_await(dispense);
    heddle_assert(credit >= PRICE);
    credit -= PRICE;
    kept += PRICE;
    products++;
#ifdef BUG
    ft_thread_cooperate();
    credit++;
#endif
    ft_thread_generate(dispensed);
    ft_thread_cooperate();
  }
}

void auditor(void *unused)
{
  (void)unused;
  for (;;) {
    heddle_assert(thrown_in == kept + given_back + credit);
    ft_thread_cooperate();
  }
}

int main(void)
{
  ft_scheduler_t s = ft_scheduler_create();
  coin = ft_event_create(s);
  chosen = ft_event_create(s);
  dispense = ft_event_create(s);
  dispensed = ft_event_create(s);
  ft_thread_create(s, customer, 0, 0);
  ft_thread_create(s, machine, 0, 0);
  ft_thread_create(s, dispenser, 0, 0);
  ft_thread_create(s, auditor, 0, 0);
  ft_scheduler_start(s);
  ft_exit();
}
