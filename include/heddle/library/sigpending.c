#include "signals.h"

int sigpending(sigset_t *set)
{
  heddle_put_set(set, heddle_pending);
  return 0;
}
