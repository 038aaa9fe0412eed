#include "signals.h"

int pause(void)
{
  heddle_interrupt();
  errno = EINTR;
  return -1;
}
