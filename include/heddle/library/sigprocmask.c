#include "signals.h"

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
  int error = heddle_change_mask(how, set, old);
  return error ? (errno = error, -1) : 0;
}
