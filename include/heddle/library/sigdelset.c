#include "sets.h"

int sigdelset(sigset_t *set, int signal)
{
  return heddle_change_set(set, signal, 0);
}
