/* Three stages with a clock: sum, difference, product with registers between them; the result is
 * compared two clocks later. With -DBUG a stage reads its register one clock too early. */
#include <heddle/systemc.h>
#include "../data.h"

sc_event clock;
sc_signal stage1, stage2;
unsigned input, before, before_that, age;

void clocks(void *unused)
{
  (void)unused;
  for (;;) {
    sc_wait_time(1);
    before_that = before;
    before = input;
    input = INPUT();
    if (age < 3) age++;
    sc_notify_delta(&clock);
    sc_wait_event(&clock);
  }
}

void first(void *unused) { (void)unused; sc_signal_write(&stage1, (int)WRAP(input + 1)); }
void second(void *unused) { (void)unused; sc_signal_write(&stage2, (int)WRAP((unsigned)sc_signal_read(&stage1) + 1)); }

void check(void *unused)
{
  (void)unused;
#ifdef BUG
  if (age == 3) heddle_assert((unsigned)sc_signal_read(&stage2) == WRAP(before + 2));
#else
  if (age == 3) heddle_assert((unsigned)sc_signal_read(&stage2) == WRAP(before_that + 2));
#endif
}

int main(void)
{
  sc_thread(clocks, 0);
  sc_process p = sc_method(first, 0);
  sc_sensitive(p, &clock);
  sc_dont_initialize(p);
  p = sc_method(second, 0);
  sc_sensitive(p, &clock);
  sc_dont_initialize(p);
  p = sc_method(check, 0);
  sc_sensitive(p, &clock);
  sc_dont_initialize(p);
  sc_start();
}
