// property: unreach-call
// expect: unsafe
// engines: explicit esst
// It holds one.
#include <heddle/osek.h>

TaskType only;
ResourceType shared = {.ceiling = 1};

TASK(only_task)
{
  GetResource(&shared);
  TerminateTask();
}

int main(void)
{
  only = osek_task(only_task, 1, OSEK_AUTOSTART);
  StartOS();
}
