// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// A thread that goes on for ever is no deadlock then.
#include <heddle/systemc.h>

sc_event e, f;
int n;

void process1(void *unused)
{
  (void)unused;
  for (;;) {
    n++;
    if (n == 3) sc_stop();
    sc_wait_time(1);
  }
}

int main(void)
{
  sc_process p1 = sc_thread(process1, 0);
  (void)p1;
  sc_start();
  heddle_assert(n == 3);
}
