#include "signals.h"

int sigwaitinfo(const sigset_t *set, siginfo_t *info)
{
  if (heddle_nondet_bool()) return errno = EINTR, -1;
  int signal = heddle_wait_for(heddle_set(set));
  if (info) info->si_signo = signal;
  return signal;
}
