// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// To its ceiling: no task that uses it runs meanwhile.
#include <heddle/osek.h>

TaskType low, high;
ResourceType shared = {.ceiling = 3};
int x;

TASK(high_task)
{
  WaitEvent(1);
  heddle_assert(GetResource(&shared) == E_OK);
  x = 2;
  ReleaseResource(&shared);
  TerminateTask();
}

TASK(low_task)
{
  heddle_assert(GetResource(&shared) == E_OK);
  x = 1;
  heddle_assert(WaitEvent(1) == E_OS_RESOURCE);
  SetEvent(high, 1);
  heddle_assert(x == 1);
  ReleaseResource(&shared);
  heddle_assert(x == 2);
  heddle_assert(SetEvent(high, 1) == E_OS_STATE);
  TerminateTask();
}

int main(void)
{
  low = osek_task(low_task, 1, OSEK_AUTOSTART | OSEK_PREEMPTIVE);
  high = osek_task(high_task, 3, OSEK_AUTOSTART | OSEK_PREEMPTIVE);
  StartOS();
}
