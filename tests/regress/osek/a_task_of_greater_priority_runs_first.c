// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// And preempts where it is activated.
#include <heddle/osek.h>

TaskType low, high;
int x;

TASK(high_task)
{
  x = 2;
  TerminateTask();
}

TASK(low_task)
{
  heddle_assert(x == 2);
  x = 1;
  heddle_assert(ActivateTask(high) == E_OK);
  heddle_assert(x == 2);
  TerminateTask();
}

int main(void)
{
  low = osek_task(low_task, 1, OSEK_AUTOSTART | OSEK_PREEMPTIVE);
  high = osek_task(high_task, 2, OSEK_AUTOSTART | OSEK_PREEMPTIVE);
  StartOS();
}
