// property: unreach-call no-deadlock
// expect: safe
// engines: explicit
// First by time, then by an event.
#include <heddle/systemc.h>

sc_event e, f;
int runs;

void process1(void *unused)
{
  (void)unused;
  runs++;
  if (runs == 1) {
    sc_next_trigger_time(2);
  } else if (runs == 2) {
    heddle_assert(sc_time_stamp() == 2);
    sc_next_trigger_event(&f);
  }
}

void process2(void *unused)
{
  (void)unused;
  sc_wait_time(1);
  sc_notify(&e);
  sc_wait_time(2);
  sc_notify(&e);
  sc_wait_time(1);
  sc_notify(&f);
  sc_wait_time(1);
  sc_notify(&e);
}

int main(void)
{
  sc_process p1 = sc_method(process1, 0);
  sc_process p2 = sc_thread(process2, 0);
  (void)p2;
  sc_sensitive(p1, &e);
  sc_start();
  heddle_assert(runs == 4);
}
