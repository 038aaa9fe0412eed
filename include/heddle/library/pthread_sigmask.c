#include "signals.h"

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
  return heddle_change_mask(how, set, old);
}
