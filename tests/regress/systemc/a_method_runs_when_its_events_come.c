// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// At the start, and for each of two events; it never waits for ever.
#include <heddle/systemc.h>

sc_event e, f;
int runs;

void process1(void *unused)
{
  (void)unused;
  runs++;
}

void process2(void *unused)
{
  (void)unused;
  sc_wait_time(1);
  sc_notify(&e);
  sc_wait_time(1);
  sc_notify(&f);
}

int main(void)
{
  sc_process p1 = sc_method(process1, 0);
  sc_process p2 = sc_thread(process2, 0);
  (void)p2;
  sc_sensitive(p1, &e);
  sc_sensitive(p1, &f);
  sc_start();
  heddle_assert(runs == 3);
}
