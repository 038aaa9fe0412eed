// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// The first argument says whether it was it.
#include <heddle/systemc.h>

sc_event e, f;

void process1(void *unused)
{
  (void)unused;
  heddle_assert(!sc_wait_either(&e, &f));
  sc_event *events[2] = {&e, &f};
  sc_wait_any(2, events);
}

void process2(void *unused)
{
  (void)unused;
  sc_notify_delta(&f);
  sc_wait_time(1);
  sc_notify(&e);
}

int main(void)
{
  sc_process p1 = sc_thread(process1, 0);
  sc_process p2 = sc_thread(process2, 0);
  (void)p1;
  (void)p2;
  sc_start();
}
