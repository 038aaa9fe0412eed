/* A cell that tests itself: an exclusive or of four nands, each a method, beside a check of the sum;
 * inputs change with a clock. */
#include <heddle/systemc.h>
#include "../data.h"

sc_signal a, b, n1, n2, n3, out;
sc_event tick;
int wanted_a, wanted_b;

static int nand(int x, int y) { return !(x && y); }

void gate1(void *unused) { (void)unused; sc_signal_write(&n1, nand(sc_signal_read(&a), sc_signal_read(&b))); }
void gate2(void *unused) { (void)unused; sc_signal_write(&n2, nand(sc_signal_read(&a), sc_signal_read(&n1))); }
void gate3(void *unused) { (void)unused; sc_signal_write(&n3, nand(sc_signal_read(&b), sc_signal_read(&n1))); }
void gate4(void *unused) { (void)unused; sc_signal_write(&out, nand(sc_signal_read(&n2), sc_signal_read(&n3))); }

void stimulus(void *unused)
{
  (void)unused;
  for (;;) {
    wanted_a = INPUT() == 1;
    wanted_b = INPUT() == 1;
    sc_signal_write(&a, wanted_a);
    sc_signal_write(&b, wanted_b);
    sc_wait_time(10);
    heddle_assert(sc_signal_read(&out) == (wanted_a != wanted_b));
  }
}

int main(void)
{
  sc_process p;
  sc_thread(stimulus, 0);
  p = sc_method(gate1, 0);
  sc_sensitive(p, &a.changed);
  sc_sensitive(p, &b.changed);
  p = sc_method(gate2, 0);
  sc_sensitive(p, &a.changed);
  sc_sensitive(p, &n1.changed);
  p = sc_method(gate3, 0);
  sc_sensitive(p, &b.changed);
  sc_sensitive(p, &n1.changed);
  p = sc_method(gate4, 0);
  sc_sensitive(p, &n2.changed);
  sc_sensitive(p, &n3.changed);
  sc_start();
}
