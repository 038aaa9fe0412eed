#include "signals.h"

int sigwait(const sigset_t *set, int *signal)
{
  *signal = heddle_wait_for(heddle_set(set));
  return 0;
}
