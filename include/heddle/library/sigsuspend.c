#include "signals.h"

int sigsuspend(const sigset_t *set)
{
  heddle_signals before = heddle_blocked, waited = heddle_pending & ~heddle_set(set);
  heddle_block(heddle_set(set));
  if (!waited) heddle_interrupt();
  heddle_block(before);
  errno = EINTR;
  return -1;
}
