// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// Delta or timed.
#include <heddle/systemc.h>

sc_event e, f;

void process1(void *unused)
{
  (void)unused;
  sc_notify_delta(&e);
  sc_cancel(&e);
  sc_notify_at(&f, 2);
  sc_wait_time(1);
  sc_cancel(&f);
}

void process2(void *unused)
{
  (void)unused;
  heddle_assert(!sc_wait_time_event(4, &e));
}

void process3(void *unused)
{
  (void)unused;
  heddle_assert(!sc_wait_time_event(4, &f));
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
