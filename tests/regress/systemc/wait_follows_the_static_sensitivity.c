// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// Either of its events.
#include <heddle/systemc.h>

sc_event e, f;
int n;

void process1(void *unused)
{
  (void)unused;
  sc_wait();
  n = 1;
  sc_wait();
  n = 2;
}

void process2(void *unused)
{
  (void)unused;
  sc_wait_time(1);
  sc_notify(&f);
  sc_wait_time(1);
  heddle_assert(n == 1);
  sc_notify(&e);
}

int main(void)
{
  sc_process p1 = sc_thread(process1, 0);
  sc_process p2 = sc_thread(process2, 0);
  (void)p2;
  sc_sensitive(p1, &e);
  sc_sensitive(p1, &f);
  sc_start();
  heddle_assert(n == 2);
}
