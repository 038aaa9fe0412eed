// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// All processes wait by then.
#include <heddle/systemc.h>

sc_event e, f;

void process1(void *unused)
{
  (void)unused;
  sc_notify_delta(&e);
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
