// property: unreach-call
// expect: unsafe
// engines: explicit esst
// main goes on after sc_start, though a thread waits.
#include <heddle/systemc.h>

sc_event e, f;
int x;

void process1(void *unused)
{
  (void)unused;
  x = 1;
  sc_wait_event(&e);
}

int main(void)
{
  sc_process p1 = sc_thread(process1, 0);
  (void)p1;
  sc_start();
  heddle_assert(x == 0);
}
