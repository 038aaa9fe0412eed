// property: unreach-call
// expect: safe
// engines: esst
// Which flags are set is open, but each has a twin: more facts than can be combined in all ways.
#include <heddle/systemc.h>

int a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7;
sc_event changed;

static void change(int *a, int *b)
{
  int value = heddle_int_range(0, 1);
  *a = value;
  *b = value;
}

void changer(void *unused)
{
  (void)unused;
  change(&a0, &b0);
  change(&a1, &b1);
  change(&a2, &b2);
  change(&a3, &b3);
  sc_wait_time(1);
  change(&a4, &b4);
  change(&a5, &b5);
  change(&a6, &b6);
  change(&a7, &b7);
  sc_notify_delta(&changed);
}

void checker(void *unused)
{
  (void)unused;
  sc_wait_event(&changed);
  heddle_assert(!a0 == !b0);
  heddle_assert(!a1 == !b1);
  heddle_assert(!a2 == !b2);
  heddle_assert(!a3 == !b3);
  heddle_assert(!a4 == !b4);
  heddle_assert(!a5 == !b5);
  heddle_assert(!a6 == !b6);
  heddle_assert(!a7 == !b7);
}

int main(void)
{
  sc_thread(changer, 0);
  sc_thread(checker, 0);
  sc_start();
}
