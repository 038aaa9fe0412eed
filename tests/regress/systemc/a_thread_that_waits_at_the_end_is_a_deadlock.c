// property: no-deadlock
// expect: unsafe
// engines: explicit esst
// Nothing is pending any more.
#include <heddle/systemc.h>

sc_event e, f;

void process1(void *unused)
{
  (void)unused;
  sc_wait_time(2);
  sc_wait_event(&e);
}

int main(void)
{
  sc_process p1 = sc_thread(process1, 0);
  (void)p1;
  sc_start();
}
