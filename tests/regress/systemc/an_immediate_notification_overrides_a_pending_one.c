// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// It is not repeated later.
#include <heddle/systemc.h>

sc_event e, f;

void process1(void *unused)
{
  (void)unused;
  sc_wait_time(1);
  sc_notify_at(&e, 5);
  sc_notify(&e);
}

void process2(void *unused)
{
  (void)unused;
  sc_wait_event(&e);
  heddle_assert(sc_time_stamp() == 1);
  heddle_assert(!sc_wait_time_event(9, &e));
}

int main(void)
{
  sc_process p1 = sc_thread(process1, 0);
  sc_process p2 = sc_thread(process2, 0);
  (void)p1;
  (void)p2;
  sc_start();
}
