#include "sets.h"

int sigaddset(sigset_t *set, int signal)
{
  return heddle_change_set(set, signal, 1);
}
