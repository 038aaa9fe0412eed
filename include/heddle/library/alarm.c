#include "signals.h"

/* Without a handler the process ends some time, and what it would have done then is left out. */
unsigned alarm(unsigned seconds)
{
  heddle_action a = __VERIFIER_atomic_heddle_action(SIGALRM);
  if (seconds && a.handler != SIG_IGN && (a.handler || a.long_handler))
    __heddle_unsupported("alarm with a handler that may run at any time");
  return heddle_nondet_uint();
}
