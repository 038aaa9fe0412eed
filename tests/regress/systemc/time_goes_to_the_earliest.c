// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// Three sleepers wake in order.
#include <heddle/systemc.h>

sc_event e, f;
int n;

void process1(void *unused)
{
  (void)unused;
  sc_wait_time(3);
  heddle_assert(n == 2);
  n = 3;
}

void process2(void *unused)
{
  (void)unused;
  sc_wait_time(1);
  heddle_assert(n == 0);
  n = 1;
}

void process3(void *unused)
{
  (void)unused;
  sc_wait_time(2);
  heddle_assert(n == 1);
  n = 2;
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
  heddle_assert(n == 3);
  heddle_assert(sc_time_stamp() == 3);
}
