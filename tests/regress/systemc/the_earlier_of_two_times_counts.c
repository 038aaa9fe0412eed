// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// Whichever is asked for first.
#include <heddle/systemc.h>

sc_event e, f;

void process1(void *unused)
{
  (void)unused;
  sc_notify_at(&e, 5);
  sc_notify_at(&e, 3);
  sc_notify_at(&f, 2);
  sc_notify_at(&f, 4);
}

void process2(void *unused)
{
  (void)unused;
  sc_wait_event(&f);
  heddle_assert(sc_time_stamp() == 2);
  sc_wait_event(&e);
  heddle_assert(sc_time_stamp() == 3);
  heddle_assert(!sc_wait_time_event(9, &e));
}

void process3(void *unused)
{
  (void)unused;
  heddle_assert(sc_wait_time_event(3, &f));
  heddle_assert(!sc_wait_time_event(9, &f));
}

int main(void)
{
  sc_process p1 = sc_thread(process1, 0);
  sc_process p2 = sc_thread(process2, 0);
  sc_process p3 = sc_thread(process3, 0);
  (void)p1;
  (void)p2;
  (void)p3;
  sc_start();
}
