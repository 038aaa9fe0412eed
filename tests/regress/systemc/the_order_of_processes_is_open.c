// property: unreach-call
// expect: unsafe
// engines: explicit esst
// Either process may be the first.
#include <heddle/systemc.h>

sc_event e, f;
int x;

void process1(void *unused)
{
  (void)unused;
  x++;
  heddle_assert(x == 1);
}

void process2(void *unused)
{
  (void)unused;
  x++;
}

int main(void)
{
  sc_process p1 = sc_thread(process1, 0);
  sc_process p2 = sc_thread(process2, 0);
  (void)p1;
  (void)p2;
  sc_start();
}
