// property: unreach-call no-deadlock
// expect: safe
// engines: explicit esst
// ChainTask ends one and activates the other.
#include <heddle/osek.h>

TaskType a, b;
int n;

TASK(b_task)
{
  n++;
  if (n < 4) ChainTask(a);
  TerminateTask();
}

TASK(a_task)
{
  n++;
  ChainTask(b);
}

int main(void)
{
  a = osek_task(a_task, 1, OSEK_AUTOSTART);
  b = osek_task(b_task, 1, 0);
  StartOS();
  heddle_assert(n == 4);
}
