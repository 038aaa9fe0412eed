// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// They come at different times.
#include <heddle/systemc.h>

sc_event e, f;
int n;

void process1(void *unused)
{
  (void)unused;
  sc_wait_both(&e, &f);
  heddle_assert(n == 2);
}

void process2(void *unused)
{
  (void)unused;
  sc_event *events[2] = {&e, &f};
  sc_wait_all(2, events);
  heddle_assert(n == 2);
}

void process3(void *unused)
{
  (void)unused;
  sc_wait_time(1);
  n = 1;
  sc_notify(&f);
  sc_wait_time(1);
  n = 2;
  sc_notify(&e);
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
