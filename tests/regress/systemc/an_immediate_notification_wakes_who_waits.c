// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// In the same evaluation phase.
#include <heddle/systemc.h>

sc_event e, f;
int x;

void process1(void *unused)
{
  (void)unused;
  sc_wait_event(&e);
  heddle_assert(x == 1);
}

void process2(void *unused)
{
  (void)unused;
  sc_wait_time(0);
  x = 1;
  sc_notify(&e);
  sc_wait_time(0);
  x = 2;
}

int main(void)
{
  sc_process p1 = sc_thread(process1, 0);
  sc_process p2 = sc_thread(process2, 0);
  (void)p1;
  (void)p2;
  sc_start();
}
