// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// What was written is not seen before, and the event comes after.
#include <heddle/systemc.h>

sc_event e, f;
sc_signal s;

void process1(void *unused)
{
  (void)unused;
  sc_signal_write(&s, 7);
  heddle_assert(sc_signal_read(&s) == 0);
  sc_wait_event(&s.changed);
  heddle_assert(sc_signal_read(&s) == 7);
  sc_signal_write(&s, 7);
  heddle_assert(!sc_wait_time_event(1, &s.changed));
}

int main(void)
{
  sc_process p1 = sc_thread(process1, 0);
  (void)p1;
  sc_start();
}
