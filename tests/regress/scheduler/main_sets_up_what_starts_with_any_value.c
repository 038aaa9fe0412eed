// property: unreach-call
// expect: safe
// engines: explicit esst
// Locals of main that were not initialized, set before the scheduler starts and read after it.
#include <heddle/systemc.h>

int a, b;
sc_event e;

void process(void *argument)
{
  int **places = argument;
  *places[1] = 5;
  sc_wait_time(1);
  *places[0] = 7;
}

int main(void)
{
  int *places[2], n;
  places[0] = &a;
  places[1] = &b;
  n = 3;
  sc_thread(process, places);
  sc_start();
  heddle_assert(*places[0] == 7 && *places[1] == 5 && n == 3);
}
