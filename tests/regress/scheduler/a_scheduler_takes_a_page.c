// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// No thread is two rounds ahead.
#include "heddle/yielding.h"

int a, b;

void first(void *unused)
{
  (void)unused;
  for (a = 0; a < 3; a++) {
    heddle_assert(b >= a - 1 && b <= a + 1);
    yield();
  }
}

void second(void *unused)
{
  (void)unused;
  for (b = 0; b < 3; b++) {
    heddle_assert(a >= b - 1 && a <= b + 1);
    yield();
  }
}

int main(void)
{
  spawn(first, 0);
  spawn(second, 0);
  run_all();
  heddle_sched_leave();
}
