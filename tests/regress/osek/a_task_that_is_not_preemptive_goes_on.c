// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// Until it asks, or ends.
#include <heddle/osek.h>

TaskType low, high;
int x;

TASK(high_task)
{
  x++;
  TerminateTask();
}

TASK(low_task)
{
  ActivateTask(high);
  heddle_assert(x == 0);
  heddle_assert(ActivateTask(high) == E_OS_LIMIT);
  Schedule();
  heddle_assert(x == 1);
  TerminateTask();
}

int main(void)
{
  low = osek_task(low_task, 1, OSEK_AUTOSTART);
  high = osek_task(high_task, 2, 0);
  StartOS();
  heddle_assert(x == 1);
}
