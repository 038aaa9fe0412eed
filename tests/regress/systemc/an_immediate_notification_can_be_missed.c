// property: no-deadlock
// expect: unsafe
// engines: explicit esst
// The process waits too late.
#include <heddle/systemc.h>

sc_event e, f;

void process1(void *unused)
{
  (void)unused;
  sc_notify(&e);
}

void process2(void *unused)
{
  (void)unused;
  sc_wait_event(&e);
}

int main(void)
{
  sc_process p1 = sc_thread(process1, 0);
  sc_process p2 = sc_thread(process2, 0);
  (void)p1;
  (void)p2;
  sc_start();
}
