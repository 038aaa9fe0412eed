// property: no-deadlock
// expect: unsafe
// engines: explicit esst
// The task waits for ever.
#include <heddle/osek.h>

TaskType only;

TASK(only_task)
{
  WaitEvent(1);
  TerminateTask();
}

int main(void)
{
  only = osek_task(only_task, 1, OSEK_AUTOSTART);
  StartOS();
}
