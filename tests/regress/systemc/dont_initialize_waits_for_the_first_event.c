// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// A method and a thread.
#include <heddle/systemc.h>

sc_event e, f;
int runs, begun;

void process1(void *unused)
{
  (void)unused;
  runs++;
}

void process2(void *unused)
{
  (void)unused;
  heddle_assert(sc_time_stamp() == 1);
  begun = 1;
}

void process3(void *unused)
{
  (void)unused;
  sc_wait_time(1);
  sc_notify(&e);
}

int main(void)
{
  sc_process p1 = sc_method(process1, 0);
  sc_process p2 = sc_thread(process2, 0);
  sc_process p3 = sc_thread(process3, 0);
  (void)p3;
  sc_sensitive(p1, &e);
  sc_dont_initialize(p1);
  sc_sensitive(p2, &e);
  sc_dont_initialize(p2);
  sc_start();
  heddle_assert(runs == 1 && begun == 1);
}
